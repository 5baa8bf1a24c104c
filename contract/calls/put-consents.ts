import { defineCall } from '#contract/define-call.ts'
import { consentsBody, customer } from '#contract/schema/customer.ts'

export const answer = customer

export const call = defineCall({
  method: 'PUT',
  path: '/api/customer/consents',
  bodyKind: 'json',
  idempotent: true,
  body: consentsBody,
  answer,
  errors: ['TERMS_CHANGED'],
  summary: 'Records that the customer agrees to the current terms and has read the current privacy notice.',
})
