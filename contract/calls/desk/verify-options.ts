import { defineDeskCall } from '#contract/define-call.ts'
import { passkeyOptions } from '#contract/desk/sign-in.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/verify/options',
  who: 'signed-in',
  answer: passkeyOptions,
  summary: 'Begins another use of the passkey in a running session.',
})
