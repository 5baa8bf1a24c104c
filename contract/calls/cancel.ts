import { defineCall } from '#contract/define-call.ts'
import { cancelAnswer, cancelBody } from '#contract/schema/customer.ts'

export const answer = cancelAnswer

export const call = defineCall({
  method: 'POST',
  path: '/api/authorization/cancel',
  bodyKind: 'json',
  provisional: true,
  endsSession: true,
  idempotent: true,
  body: cancelBody,
  answer,
  errors: ['DRAW_SEALED', 'PRIZE_SENT'],
  summary: 'Leaves the campaign: ends all sessions and erases personal data.',
})
