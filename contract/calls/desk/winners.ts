import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { winner, winnerFilters } from '#contract/desk/winners.ts'
import { words } from '#contract/desk/words.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/winners',
  who: 'customers',
  query: v.strictObject({
    prize: v.optional(v.pipe(v.string(), v.maxLength(60))),
    show: v.optional(v.picklist(winnerFilters)),
    after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'rank'))),
  }),
  answer: v.strictObject({
    /** `winners` is empty before the announcement. */
    isAnnounced: v.boolean(),
    prizes: v.array(v.strictObject({ key: v.string(), title: words })),
    winners: v.array(winner),
    next: v.nullable(v.number()),
  }),
  summary: 'Winners and reserves of the announced draw, by rank, in pages.',
})
