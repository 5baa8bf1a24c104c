import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { ceremony, me } from '#contract/desk/sign-in.ts'

export const call = defineCall({
  audience: 'desk',
  method: 'POST',
  path: '/desk-api/sign-in',
  who: 'anyone',
  body: v.strictObject({ response: ceremony }),
  answer: me,
  summary: 'Signs in with a passkey.',
})
