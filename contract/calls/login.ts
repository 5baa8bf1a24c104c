import { defineCall } from '#contract/define-call.ts'
import { loginForm, sessionAnswer } from '#contract/schema/customer.ts'

export const answer = sessionAnswer

export const call = defineCall({
  method: 'POST',
  path: '/api/authorization/login',
  bodyKind: 'form',
  auth: 'none',
  body: loginForm,
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
  summary: 'Exchanges a verified LINE identity for a session of a registered customer.',
})
