import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { uuid } from '#contract/schema/common.ts'

const counts = v.record(v.string(), v.number())

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/mailing/count',
  who: 'draw-read',
  query: v.strictObject({ after: v.optional(uuid) }),
  answer: v.strictObject({
    /** `messages` are counted by kind, and `unreachable` customers by reason. */
    messages: counts,
    unreachable: counts,
    /** The cursor of the next part, or null after the last part. */
    next: v.nullable(uuid),
    waiting: v.number(),
    quota: v.nullable(
      v.strictObject({
        limit: v.nullable(v.number()),
        used: v.number(),
        at: v.number(),
        /** True if the messages are due in a later month than `at`; `used` is then 0. */
        isLaterMonth: v.boolean(),
      }),
    ),
  }),
  summary: 'Counts a part of the LINE messages about the result. Sends nothing.',
})
