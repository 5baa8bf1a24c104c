import { batch, order, redelivery, slow } from './checks/deliveries.ts'
import { group, noMessage, noReplyToken, standby } from './checks/events.ts'
import { lineError, quota, retryKey } from './checks/line-errors.ts'
import { emoji, longText, noText, unknown } from './checks/messages.ts'
import { forged, signatureBytes, verify } from './checks/signatures.ts'
import { replyLate, replyOnce } from './checks/tokens.ts'
import type { Check } from './judge.ts'
import type { CheckId } from './report.ts'

/** Each check sends webhooks and judges the bot's reaction. Their texts are in `texts.ts`. */
export const CHECK: Readonly<Record<CheckId, Check>> = {
  signatureBytes,
  forged,
  verify,
  lineError,
  redelivery,
  order,
  batch,
  unknown,
  emoji,
  longText,
  noText,
  noMessage,
  noReplyToken,
  group,
  replyOnce,
  replyLate,
  retryKey,
  quota,
  standby,
  slow,
}
