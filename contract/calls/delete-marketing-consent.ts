import { defineCall } from '#contract/define-call.ts'
import { deleted } from '#contract/schema/customer.ts'

export const answer = deleted

export const call = defineCall({
  method: 'DELETE',
  path: '/api/customer/consent/marketing',
  provisional: true,
  idempotent: true,
  answer,
  summary: 'Withdraws the consent to marketing messages.',
})
