import * as v from 'valibot'
import { question } from '#contract/schema/answer.ts'
import { activity, province, store } from '#contract/schema/master.ts'
import { reward } from '#contract/schema/reward.ts'

/** Server responses for a fictional customer who has only registered, used by the desk to preview the app's screens. */
export const customerScreens = v.object({
  activity,
  provinces: v.array(province),
  stores: v.array(store),
  question,
  reward,
})
export type CustomerScreens = v.InferOutput<typeof customerScreens>
