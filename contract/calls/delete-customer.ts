import { defineCall } from '#contract/define-call.ts'
import { deleted } from '#contract/schema/customer.ts'

export const call = defineCall({
  method: 'DELETE',
  path: '/api/customer',
  provisional: true,
  endsSession: true,
  idempotent: true,
  answer: deleted,
  errors: ['DRAW_SEALED', 'PRIZE_SENT'],
  audience: 'back-end',
  summary: 'Erases the account, like `cancel`.',
})
