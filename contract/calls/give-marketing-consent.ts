import { defineCall } from '#contract/define-call.ts'
import { marketingConsent, marketingQuery } from '#contract/schema/customer.ts'

export const answer = marketingConsent

export const call = defineCall({
  method: 'PUT',
  path: '/api/customer/consent/marketing',
  provisional: true,
  idempotent: true,
  query: marketingQuery,
  answer,
  errors: ['TERMS_CHANGED'],
  summary:
    'Gives consent to marketing messages, for the first time or again. The sentence that was shown must be the current one.',
})
