import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { roles } from '#contract/desk/roles.ts'
import { ceremony, invitationCode, invitationToken } from '#contract/desk/sign-in.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/invitation/options',
  who: 'anyone',
  body: v.strictObject({ token: invitationToken, code: invitationCode }),
  answer: v.strictObject({
    options: ceremony,
    name: v.string(),
    role: v.picklist(roles),
    needsCode: v.boolean(),
  }),
  summary:
    'Shows an invitation and begins the creation of its passkey. Checks the code if there is one; five wrong ones end the invitation.',
})
