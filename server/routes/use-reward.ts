import { isoOf } from '#contract/time.ts'
import type { Alarm } from '#server/campaign/require-staff-pin.ts'
import { requireReward } from '#server/campaign/reward.ts'
import { redeemReward } from '#server/campaign/use-reward.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'useReward'> = async ({ db, deps, caller, body, now }) => {
  const { rewardType, storeCode, staffPin } = body
  const alarm: Alarm = about => deps.log.error(about, 'staff PINs locked: too many wrong attempts')
  const use = { rewardType, storeCode, staff: { by: 'pin', pin: staffPin, alarm } } as const
  const { code, usedAt } = await redeemReward(db, caller.customerId, use, now, deps.random)
  return { reward: await requireReward(db, caller.customerId, now), code, usedAt: isoOf(usedAt) }
}
