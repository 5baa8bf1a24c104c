import { defineDeskCall } from '#contract/define-call.ts'
import { passkeyOptions } from '#contract/desk/sign-in.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/passkeys/options',
  who: 'signed-in',
  fresh: true,
  answer: passkeyOptions,
  summary: 'Begins the creation of another passkey.',
})
