import { defineCall } from '#contract/define-call.ts'
import { passkeyOptions } from '#contract/desk/sign-in.ts'

export const call = defineCall({
  audience: 'desk',
  method: 'POST',
  path: '/desk-api/verify/options',
  who: 'signed-in',
  answer: passkeyOptions,
  summary: 'Begins another use of the passkey in a running session.',
})
