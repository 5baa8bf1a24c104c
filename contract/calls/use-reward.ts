import { defineCall } from '#contract/define-call.ts'
import { useRewardAnswer, useRewardBody } from '#contract/schema/reward.ts'

export const answer = useRewardAnswer

export const call = defineCall({
  method: 'POST',
  path: '/api/reward/use',
  bodyKind: 'json',
  rateBucket: 'reward/use',
  lane: 'reward',
  idempotent: true,
  body: useRewardBody,
  answer,
  errors: [
    'REWARD_LOCKED',
    'REWARD_USED',
    'TAX_UNPAID',
    'GUARDIAN_MISSING',
    'OUT_OF_STOCK',
    'OUT_OF_PERIOD',
    'STAFF_PIN_WRONG',
    'STAFF_PIN_LOCKED',
    'REWARD_NOT_CREATED',
  ],
  statuses: { OUT_OF_PERIOD: 409 },
  summary: 'Uses one reward. Each reward can be used once.',
})
