import type { Reward } from '#contract/schema/reward.ts'
import { isoOf } from '#contract/time.ts'
import { readCampaign, requireOpen } from '#server/campaign/clock.ts'
import { confirmOrDeclineSeat } from '#server/campaign/concert.ts'
import { createReward } from '#server/campaign/create-reward.ts'
import { qrCode } from '#server/campaign/qr.ts'
import { rewardOf, rewardRowOf } from '#server/campaign/reward.ts'
import { redeemReward } from '#server/campaign/use-reward.ts'
import { ApiError } from '#server/errors.ts'
import type { Handlers } from '#server/handler.ts'
import { withEtag } from '#server/http/etag.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'

type Names = 'getReward' | 'createReward' | 'useReward' | 'confirmConcert' | 'getRewardQr'

/** The reward object, using what is in it, the concert seat, and the check-in code. */
export const rewardHandlers: Handlers<Names> = {
  async getReward({ db, caller, now }) {
    return withEtag(await existing(db, caller.customerId, now))
  },

  async createReward({ db, deps, caller, now }) {
    return inTransaction(db, async trx => {
      // Who has one gets it whatever the campaign's state: only making a new one needs an open campaign.
      if (!(await rewardRowOf(trx, caller.customerId))) {
        requireOpen(await readCampaign(trx), now)
        await createReward(trx, caller.customerId, now, deps.random)
      }
      return existing(trx, caller.customerId, now)
    })
  },

  async useReward({ db, deps, caller, body, now }) {
    const { code, usedAt } = await redeemReward(db, caller.customerId, body, now, deps.random)
    return { reward: await existing(db, caller.customerId, now), code, usedAt: isoOf(usedAt) }
  },

  async confirmConcert({ db, caller, body, now }) {
    const { confirmed, confirmedAt } = await confirmOrDeclineSeat(db, caller.customerId, body.attend, now)
    return { confirmed, confirmedAt: isoOf(confirmedAt) }
  },

  async getRewardQr({ db, caller, now }) {
    const row = await rewardRowOf(db, caller.customerId)
    if (!row) throw new ApiError('REWARD_NOT_CREATED')
    return qrCode(row.id, row.qr_secret, now)
  },
}

async function existing(db: Db, customerId: string, now: number): Promise<Reward> {
  const reward = await rewardOf(db, customerId, now)
  if (!reward) throw new ApiError('REWARD_NOT_CREATED')
  return reward
}
