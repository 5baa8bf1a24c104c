import { defineCall } from '#contract/define-call.ts'
import { deleted } from '#contract/schema/customer.ts'

export const answer = deleted

export const call = defineCall({
  method: 'DELETE',
  path: '/api/customer/session',
  provisional: true,
  endsSession: true,
  idempotent: true,
  answer,
  summary: 'Signs out on this phone.',
})
