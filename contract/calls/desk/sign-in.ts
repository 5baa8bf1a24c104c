import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { ceremony, me } from '#contract/desk/sign-in.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/sign-in',
  who: 'anyone',
  body: v.strictObject({ response: ceremony }),
  answer: me,
  summary: 'Signs in with a passkey.',
})
