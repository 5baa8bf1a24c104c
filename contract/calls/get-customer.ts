import { defineCall } from '#contract/define-call.ts'
import { customer } from '#contract/schema/customer.ts'

export const answer = customer

export const call = defineCall({
  method: 'GET',
  path: '/api/customer',
  provisional: true,
  answer,
  summary: 'Returns the signed-in customer.',
})
