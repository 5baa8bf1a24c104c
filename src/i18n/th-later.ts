import { terms } from '#campaign/terms.th.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { messages } from '#contract/messages.ts'
import { activity } from './th/activity.ts'
import { fields } from './th/fields.ts'
import { startup } from './th/startup.ts'

/** What the server's refusals say; the contract has the sentences. */
const errors = Object.fromEntries(
  Object.entries(messages).map(([code, message]) => [`error.${code}`, message]),
) as Record<`error.${ErrorCode}`, string>

/** The Thai texts that come after the first paint, and before any screen but home. */
export const later = { ...errors, ...startup, ...terms, ...fields, ...activity } as const
