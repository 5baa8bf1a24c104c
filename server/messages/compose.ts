import { messageTexts } from '#campaign/messages.ts'
import { campaignLink } from '#contract/campaign-link.ts'
import type { MessageKind } from '#contract/message-groups.ts'
import type { LineMessage } from '#server/messaging-client.ts'
import type { Db } from '#server/store/tables.ts'
import type { Content, ContentOf, Row } from './content.ts'
import * as draw from './contents/draw.ts'
import { receiptApproved, receiptRejected, receiptWaiting } from './contents/receipts.ts'
import { campaignClosing, couponExpiring } from './contents/reminders.ts'
import { layOut } from './lay-out.ts'
import { seatPostback } from './seat-postback.ts'

const contents: Readonly<Record<MessageKind, ContentOf>> = {
  'receipt-approved': receiptApproved,
  'receipt-rejected': receiptRejected,
  'receipt-waiting': receiptWaiting,
  won: draw.won,
  'not-won': draw.notWon,
  reserve: draw.reserve,
  'reserve-promoted': draw.reservePromoted,
  'confirm-deadline': draw.confirmDeadline,
  'seat-confirmed': draw.seatConfirmed,
  'coupon-expiring': couponExpiring,
  'campaign-closing': campaignClosing,
}

export type Composing = {
  readonly liffId: string
  readonly now: number
  /** True if the server gets LINE's webhooks, so that a button in the chat has an effect. */
  readonly hasWebhook: boolean
}

/**
 * Returns the text and the flex message of a row, in Thai and English, with a link that opens the right screen of the LIFF
 * app. Returns null if the message is out of date.
 */
export async function composeMessage(
  db: Db,
  row: Row,
  { liffId, now, hasWebhook }: Composing,
): Promise<readonly LineMessage[] | null> {
  const content = await contents[row.kind](db, row, now)
  if (!content?.isCurrent) return null
  const { confirmTicket, path } = content
  const inChat = hasWebhook && confirmTicket !== null ? seatPostback(confirmTicket) : null
  return layOut(textsOf(content), campaignLink(liffId, path), inChat)
}

/** Returns whether a message is still true at the time `now` (milliseconds). */
export const isCurrent = async (db: Db, row: Row, now: number): Promise<boolean> =>
  (await contents[row.kind](db, row, now))?.isCurrent ?? false

function textsOf({ texts, th, en }: Content) {
  const { th: thai, en: english, buttonColour } = messageTexts[texts]
  return {
    th: { ...thai, text: fill(thai.text, th) },
    en: { ...english, text: fill(english.text, en) },
    buttonColour,
  }
}

/** Replaces the placeholders of a text. A function as replacement, because a value may contain `$&`. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
