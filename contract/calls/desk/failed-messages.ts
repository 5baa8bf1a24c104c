import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { messageKinds } from '#contract/message-groups.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/failed-messages',
  who: 'customers',
  /** `after` is the `next` of the previous page. */
  query: v.strictObject({ after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'place'))) }),
  answer: v.strictObject({
    /** The number of failed messages of each kind that has any. */
    kinds: v.array(v.strictObject({ kind: v.picklist(messageKinds), count: v.number() })),
    messages: v.array(
      v.strictObject({
        kind: v.picklist(messageKinds),
        customerId: uuid,
        /** Empty if the personal data has been deleted. */
        name: v.string(),
        /** When the server gave up, in milliseconds since 1970. */
        at: v.number(),
        /** True if LINE never said whether it accepted the message, so the customer may have it. */
        unsure: v.boolean(),
        /** LINE's status and error message; empty if there are none. */
        reason: v.string(),
      }),
    ),
    next: v.nullable(v.number()),
  }),
  summary: 'LINE messages that failed permanently, newest first, in pages.',
})
