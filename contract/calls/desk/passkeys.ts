import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { ownPasskey } from '#contract/desk/sign-in.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/passkeys',
  who: 'signed-in',
  answer: v.strictObject({ passkeys: v.array(ownPasskey) }),
  summary: 'The passkeys of the person who is signed in.',
})
