import { defineCall } from '#contract/define-call.ts'
import { visitAnswer, visitBody } from '#contract/schema/visit.ts'

export const answer = visitAnswer

export const call = defineCall({
  method: 'POST',
  path: '/api/visit',
  bodyKind: 'json',
  auth: 'optional',
  rateBucket: 'address',
  body: visitBody,
  answer,
  errors: [
    'LINE_TOKEN_REQUIRED',
    'LINE_TOKEN_INVALID',
    'LINE_TOKEN_EXPIRED',
    'LINE_USER_MISMATCH',
    'CUSTOMER_CANCELLED',
    'CUSTOMER_BLOCKED',
    'LINE_UNAVAILABLE',
    'CUSTOMER_NOT_REGISTERED',
  ],
  summary:
    "Signs in a registered customer, or continues the customer's session; logs the first events, and returns what home shows.",
})
