import { isoOf } from '#contract/time.ts'
import { requireReward } from '#server/campaign/reward.ts'
import { redeemReward } from '#server/campaign/use-reward.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'useReward'> = async ({ db, deps, caller, body, now }) => {
  const { code, usedAt } = await redeemReward(db, caller.customerId, body, now, deps.random)
  return { reward: await requireReward(db, caller.customerId, now), code, usedAt: isoOf(usedAt) }
}
