import { defineCall } from '#contract/define-call.ts'
import { rewardQr } from '#contract/schema/reward.ts'

export const answer = rewardQr

export const call = defineCall({
  method: 'GET',
  path: '/api/reward/qr',
  answer,
  errors: ['REWARD_NOT_CREATED'],
  summary: 'Returns the personal check-in code for the current half minute.',
})
