import { defineDeskCall } from '#contract/define-call.ts'
import { passkeyOptions } from '#contract/desk/sign-in.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/sign-in/options',
  who: 'anyone',
  answer: passkeyOptions,
  summary: 'Begins a sign-in with a passkey.',
})
