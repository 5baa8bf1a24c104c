import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { countedAt } from '#contract/desk/today.ts'

export const call = defineDeskCall({
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
})
