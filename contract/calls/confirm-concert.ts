import { defineCall } from '#contract/define-call.ts'
import { confirmConcertAnswer, confirmConcertBody } from '#contract/schema/reward.ts'

export const answer = confirmConcertAnswer

export const call = defineCall({
  method: 'POST',
  path: '/api/reward/confirm-concert',
  bodyKind: 'json',
  lane: 'reward',
  idempotent: true,
  body: confirmConcertBody,
  answer,
  errors: ['NOT_A_WINNER', 'CONFIRM_CLOSED', 'ADDRESS_REQUIRED', 'PRIZE_SENT'],
  summary:
    'Confirms or declines the prize a customer has won. A shipped prize needs a complete address; a prize that was sent or handed over cannot be declined.',
})
