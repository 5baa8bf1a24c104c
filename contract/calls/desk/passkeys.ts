import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { ownPasskey } from '#contract/desk/sign-in.ts'

export const call = defineCall({
  audience: 'desk',
  method: 'GET',
  path: '/desk-api/passkeys',
  who: 'signed-in',
  answer: v.strictObject({ passkeys: v.array(ownPasskey) }),
  summary: 'The passkeys of the person who is signed in.',
})
