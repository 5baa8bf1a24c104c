import { terms } from '#campaign/terms.th.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { messages } from '#contract/messages.ts'
import { activity } from './th/activity.ts'
import { fields } from './th/fields.ts'
import { startup } from './th/startup.ts'

const errors = Object.fromEntries(
  Object.entries(messages).map(([code, message]) => [`error.${code}`, message]),
) as Record<`error.${ErrorCode}`, string>

/** Thai strings that load after the first paint. Every screen except home needs them. */
export const later = { ...errors, ...startup, ...terms, ...fields, ...activity } as const
