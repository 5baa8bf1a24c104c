import * as v from 'valibot'
import { deskCall } from '#contract/define-call.ts'
import { regionNames } from '#contract/desk/regions.ts'
import { countedAt, counts, waited } from '#contract/desk/today.ts'

export const numbersCalls = {
  today: deskCall({
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
  }),
  campaignNumbers: deskCall({
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
      funnel: v.strictObject({
        opened: v.number(),
        looked: v.number(),
        registered: v.number(),
        sent: v.number(),
        approved: v.number(),
      }),
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
  }),
  phones: deskCall({
    method: 'GET',
    path: '/desk-api/phones',
    who: 'today',
    answer: v.strictObject({
      countedAt,
      waiting: v.strictObject({ phones: v.number(), maxTries: v.number(), maxMinutes: v.number() }),
      builds: v.array(v.strictObject({ build: v.string(), visits: v.number(), errors: v.number() })),
      places: v.array(
        v.strictObject({ build: v.string(), error: v.string(), screen: v.string(), count: v.number() }),
      ),
    }),
    summary: 'Reports from phones in the last 24 hours: waiting jobs, and errors by build of the app.',
  }),
}
