import * as v from 'valibot'
import { LOG_BATCH_MAX, LOG_PATH_MAX_LENGTH, LOGSTATE_MAX_LENGTH } from '#contract/limits.ts'
import { stripQuery } from '#contract/rules.ts'
import { dateTime, integer, line, uuid } from './common.ts'

const os = v.picklist(['ios', 'android', 'web'], 'os')
const state = line(0, LOGSTATE_MAX_LENGTH)
/** The query and hash are removed before the path is stored. */
const path = v.pipe(
  line(1, 2000),
  v.regex(/^\//, 'path'),
  v.transform(stripQuery),
  v.maxLength(LOG_PATH_MAX_LENGTH, 'length'),
)
const stamped = { eventId: v.optional(uuid), at: v.optional(dateTime) }

export const logStateBody = v.strictObject({ customerId: uuid, state, os, ...stamped })
export const logPageViewBody = v.strictObject({ customerId: uuid, path, ...stamped })
export const logged = v.object({ logged: v.literal(true) })

const event = { eventId: uuid, at: dateTime }
export const logEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('state'), ...event, state, os }),
  v.strictObject({ kind: v.literal('pageview'), ...event, path }),
  // Reports are validated separately against `phone-report.ts`, so that an invalid report does not make the server
  // reject the batch.
  v.strictObject({ kind: v.literal('report'), ...event, report: v.unknown() }),
])
export type LogEvent = v.InferOutput<typeof logEvent>
export const logBatchBody = v.strictObject({
  events: v.pipe(v.array(logEvent), v.minLength(1, 'length'), v.maxLength(LOG_BATCH_MAX, 'length')),
})
export const logBatchAnswer = v.object({ accepted: integer, duplicates: integer })
