import { defineCall } from '#contract/define-call.ts'
import { marketingConsent } from '#contract/schema/customer.ts'

export const answer = marketingConsent

export const call = defineCall({
  method: 'PUT',
  path: '/api/customer/consent/marketing',
  provisional: true,
  idempotent: true,
  answer,
  summary: 'Gives consent to marketing messages, for the first time or again.',
})
