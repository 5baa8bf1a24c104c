import * as v from 'valibot'
import { question } from '#contract/schema/answer.ts'
import { activity, province, store } from '#contract/schema/master.ts'
import { reward } from '#contract/schema/reward.ts'

/**
 * The server's answers to the app of a fictional customer who has registered and done nothing else. The desk shows the
 * customers' screens with it. It contains no data of a real customer.
 */
export const customerScreens = v.object({
  activity,
  provinces: v.array(province),
  /** Active stores. */
  stores: v.array(store),
  question,
  reward,
})
export type CustomerScreens = v.InferOutput<typeof customerScreens>
