import { defineCall } from '#contract/define-call.ts'
import { deleted } from '#contract/schema/customer.ts'

export const answer = deleted

export const call = defineCall({
  method: 'DELETE',
  path: '/api/customer',
  provisional: true,
  endsSession: true,
  idempotent: true,
  answer,
  errors: ['DRAW_SEALED'],
  summary: 'Erases the account, like `cancel`.',
})
