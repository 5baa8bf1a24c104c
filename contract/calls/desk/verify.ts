import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { ceremony, me } from '#contract/desk/sign-in.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/verify',
  who: 'signed-in',
  body: v.strictObject({ response: ceremony }),
  answer: me,
  summary: 'Proves again that the person is present, before a call that needs it.',
})
