import { defineCall } from '#contract/define-call.ts'
import { reward } from '#contract/schema/reward.ts'

export const answer = reward

export const call = defineCall({
  method: 'GET',
  path: '/api/reward',
  answer,
  errors: ['REWARD_NOT_CREATED'],
  summary: "Returns the customer's reward object.",
})
