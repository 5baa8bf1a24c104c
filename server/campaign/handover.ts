import * as v from 'valibot'
import { type LuckyPrize, prizeCounter, prizeEvent } from '#contract/schema/reward.ts'

/** How winners get the prizes, by the prize's key. */
const handovers = v.record(
  v.string(),
  v.object({ event: v.optional(prizeEvent), counter: v.optional(prizeCounter) }),
)
export type Handovers = v.InferOutput<typeof handovers>

/** `stored` is the draw's `handover`. */
export const handoversOf = (stored: string | null): Handovers =>
  stored === null ? {} : v.parse(handovers, JSON.parse(stored))

export const withHandover = (prize: LuckyPrize, stored: string | null): LuckyPrize => ({
  ...prize,
  ...handoversOf(stored)[prize.key],
})
