import { defineCall } from '#contract/define-call.ts'
import { reward } from '#contract/schema/reward.ts'

export const answer = reward

export const call = defineCall({
  method: 'POST',
  path: '/api/reward',
  bodyKind: 'json',
  answer,
  errors: ['CAMPAIGN_NOT_STARTED', 'CAMPAIGN_ENDED'],
  summary: 'Creates the reward object. Repeats return the same one.',
})
