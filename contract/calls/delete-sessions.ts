import { defineCall } from '#contract/define-call.ts'
import { deleted } from '#contract/schema/customer.ts'

export const call = defineCall({
  method: 'DELETE',
  path: '/api/customer/sessions',
  provisional: true,
  endsSession: true,
  idempotent: true,
  answer: deleted,
  audience: 'back-end',
  summary: 'Signs out on all phones.',
})
