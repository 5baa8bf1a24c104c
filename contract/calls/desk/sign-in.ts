import * as v from 'valibot'
import { deskCall } from '#contract/define-call.ts'
import { roles } from '#contract/desk/roles.ts'
import { ceremony, invitationCode, invitationToken, me, passkeyOptions } from '#contract/desk/sign-in.ts'
import { uuid } from '#contract/schema/common.ts'

export const signInCalls = {
  welcome: deskCall({
    method: 'GET',
    path: '/desk-api/welcome',
    who: 'anyone',
    answer: v.strictObject({
      campaign: v.strictObject({ th: v.string(), en: v.string() }),
      /** Demo users, who can sign in without a passkey. Empty outside the demo. */
      demo: v.array(v.strictObject({ id: uuid, name: v.string(), role: v.picklist(roles) })),
    }),
    summary: 'The campaign’s name and the demo accounts, for the sign-in page.',
  }),
  signInOptions: deskCall({
    method: 'POST',
    path: '/desk-api/sign-in/options',
    who: 'anyone',
    answer: passkeyOptions,
    summary: 'Begins a sign-in with a passkey.',
  }),
  signIn: deskCall({
    method: 'POST',
    path: '/desk-api/sign-in',
    who: 'anyone',
    body: v.strictObject({ response: ceremony }),
    answer: me,
    summary: 'Signs in with a passkey.',
  }),
  demoSignIn: deskCall({
    method: 'POST',
    path: '/desk-api/sign-in/demo',
    who: 'anyone',
    body: v.strictObject({ personId: uuid }),
    answer: me,
    summary: 'Signs in as a person of the demo.',
  }),
  invitationOptions: deskCall({
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
  }),
  acceptInvitation: deskCall({
    method: 'POST',
    path: '/desk-api/invitation',
    who: 'anyone',
    body: v.strictObject({ token: invitationToken, code: invitationCode, response: ceremony }),
    answer: me,
    summary: 'Accepts an invitation with a new passkey and signs in.',
  }),
  me: deskCall({
    method: 'GET',
    path: '/desk-api/me',
    who: 'signed-in',
    answer: me,
    summary: 'The person who is signed in.',
  }),
  verifyOptions: deskCall({
    method: 'POST',
    path: '/desk-api/verify/options',
    who: 'signed-in',
    answer: passkeyOptions,
    summary: 'Begins another use of the passkey in a running session.',
  }),
  verify: deskCall({
    method: 'POST',
    path: '/desk-api/verify',
    who: 'signed-in',
    body: v.strictObject({ response: ceremony }),
    answer: me,
    summary: 'Proves again that the person is present, before a call that needs it.',
  }),
  signOut: deskCall({
    method: 'POST',
    path: '/desk-api/sign-out',
    who: 'signed-in',
    answer: v.strictObject({}),
    summary: 'Ends the session.',
  }),
}
