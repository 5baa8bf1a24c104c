import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { countedAt, counts, waited } from '#contract/desk/today.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/today',
  who: 'today',
  answer: v.strictObject({
    countedAt,
    /** LINE's message quota for this month. Null if it is far from used up or messages are disabled. */
    quota: v.nullable(
      v.strictObject({
        state: v.picklist(['nearly', 'used']),
        /** LINE's figures, or null if unknown. */
        limit: v.nullable(v.number()),
        used: v.nullable(v.number()),
        /** Start of LINE's next month, in milliseconds since 1970. */
        resetsAt: v.number(),
        waiting: v.number(),
        winnersWaiting: v.number(),
      }),
    ),
    queue: v.strictObject({
      pending: v.number(),
      oldestAt: v.nullable(v.number()),
      /** One count for each age in `queueAges`. */
      ages: v.array(v.number()),
    }),
    today: v.strictObject(counts),
    yesterday: v.strictObject(counts),
    /** The 48 hours of yesterday and today in Bangkok. `at` is the start of the hour. */
    hours: v.array(v.strictObject({ at: v.number(), ...counts, waited })),
  }),
  summary: 'The numbers of today and yesterday by hour, and the queue.',
})
