import { defineCall } from '#contract/define-call.ts'
import { registerAnswer, registerForm } from '#contract/schema/customer.ts'

export const answer = registerAnswer

export const call = defineCall({
  method: 'POST',
  path: '/api/authorization/register',
  bodyKind: 'form',
  auth: 'none',
  body: registerForm,
  answer,
  errors: [
    'LINE_TOKEN_REQUIRED',
    'LINE_TOKEN_INVALID',
    'LINE_TOKEN_EXPIRED',
    'LINE_USER_MISMATCH',
    'CUSTOMER_CANCELLED',
    'CUSTOMER_BLOCKED',
    'LINE_UNAVAILABLE',
    'PHONE_TAKEN',
    'UNDER_AGE',
    'TERMS_CHANGED',
  ],
  summary: 'Creates the customer of a verified LINE identity, or completes a provisional one.',
})
