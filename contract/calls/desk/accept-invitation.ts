import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { ceremony, invitationCode, invitationToken, me } from '#contract/desk/sign-in.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/invitation',
  who: 'anyone',
  body: v.strictObject({ token: invitationToken, code: invitationCode, response: ceremony }),
  answer: me,
  summary: 'Accepts an invitation with a new passkey and signs in.',
})
