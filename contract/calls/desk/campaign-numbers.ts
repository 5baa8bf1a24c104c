import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { regionNames } from '#contract/desk/regions.ts'
import { countedAt, counts, funnelSteps, waited } from '#contract/desk/today.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/numbers',
  who: 'today',
  answer: v.strictObject({
    countedAt,
    /** Every day from the opening to today. */
    days: v.array(
      v.strictObject({
        day: v.string(),
        ...counts,
        waited,
        /** Rewards used, by type. */
        used: v.record(v.string(), v.number()),
      }),
    ),
    funnel: v.strictObject(v.entriesFromList(funnelSteps, v.number())),
    rewards: v.array(
      v.strictObject({
        type: v.string(),
        th: v.string(),
        en: v.string(),
        used: v.number(),
        /** Null if the reward has no limit. */
        left: v.nullable(v.number()),
      }),
    ),
    stores: v.array(
      v.strictObject({
        id: v.number(),
        th: v.string(),
        en: v.string(),
        provinceTh: v.string(),
        provinceEn: v.string(),
        region: v.nullable(v.picklist(regionNames)),
        receipts: v.number(),
        approved: v.number(),
        baht: v.number(),
      }),
    ),
  }),
  summary: 'The whole campaign by day, reward, store and region, and from the first visit to a receipt.',
})
