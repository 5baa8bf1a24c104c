import { qrCode } from '#server/campaign/qr.ts'
import { rewardRowOf } from '#server/campaign/reward.ts'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'getRewardQr'> = async ({ db, caller, now }) => {
  const row = await rewardRowOf(db, caller.customerId)
  if (!row) throw new ApiError('REWARD_NOT_CREATED')
  return qrCode(row.id, row.qr_secret, now)
}
