import { readCampaign, requireOpen } from '#server/campaign/clock.ts'
import { createReward } from '#server/campaign/create-reward.ts'
import { requireReward, rewardRowOf } from '#server/campaign/reward.ts'
import type { Handler } from '#server/handler.ts'
import { lockParticipant } from '#server/store/lock.ts'
import { inTransaction } from '#server/store/transaction.ts'

export const handler: Handler<'createReward'> = async ({ db, deps, caller, now, requireSession }) =>
  inTransaction(db, async trx => {
    // Only creating the reward object requires an open campaign.
    if (!(await rewardRowOf(trx, caller.customerId))) {
      requireOpen(await readCampaign(trx), now)
      await lockParticipant(trx, caller.customerId)
      await requireSession(trx)
      await createReward(trx, caller.customerId, now, deps.random)
    }
    return requireReward(trx, caller.customerId, now)
  })
