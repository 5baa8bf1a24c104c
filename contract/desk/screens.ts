import * as v from 'valibot'
import { question } from '#contract/schema/answer.ts'
import { activity, province, store } from '#contract/schema/master.ts'
import { reward } from '#contract/schema/reward.ts'

/**
 * Server answers for a fictional customer who has only registered, with which the desk previews the app's screens.
 * Contains no customer data.
 */
export const customerScreens = v.object({
  activity,
  provinces: v.array(province),
  stores: v.array(store),
  question,
  reward,
})
export type CustomerScreens = v.InferOutput<typeof customerScreens>
