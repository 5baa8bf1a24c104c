import * as v from 'valibot'
import { line, uuid } from '#contract/schema/common.ts'
import { defineDeskCall } from '../define-desk-call.ts'
import { INVITATION_CODE } from '../invitation-code.ts'
import { NAME_MAX } from '../limits.ts'
import { permissions, roles } from '../roles.ts'

/** The result of the browser's passkey functions. `@simplewebauthn/server` checks every part. */
const ceremony = v.record(v.string(), v.unknown())
const options = v.strictObject({ options: ceremony })
const token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/, 'token'))
/** An invited manager's code, as returned by `codeIn`. */
const code = v.optional(v.pipe(v.string(), v.regex(INVITATION_CODE, 'code')))

const me = v.strictObject({
  id: uuid,
  name: v.string(),
  role: v.picklist(roles),
  permissions: v.array(v.picklist(permissions)),
  sessionId: uuid,
  /** The session ends at this time even if it is in use (milliseconds since 1970). */
  expiresAt: v.number(),
  /** Calls with `fresh` are accepted until this time (milliseconds since 1970). */
  freshUntil: v.number(),
  demo: v.boolean(),
})

const passkey = v.strictObject({
  id: v.string(),
  name: v.string(),
  createdAt: v.number(),
  usedAt: v.nullable(v.number()),
})

export const signInCalls = {
  welcome: defineDeskCall({
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
  me: defineDeskCall({
    method: 'GET',
    path: '/desk-api/me',
    who: 'signed-in',
    answer: me,
    summary: 'The person who is signed in.',
  }),
  signInOptions: defineDeskCall({
    method: 'POST',
    path: '/desk-api/sign-in/options',
    who: 'anyone',
    answer: options,
    summary: 'Begins a sign-in with a passkey.',
  }),
  signIn: defineDeskCall({
    method: 'POST',
    path: '/desk-api/sign-in',
    who: 'anyone',
    body: v.strictObject({ response: ceremony }),
    answer: me,
    summary: 'Signs in with a passkey.',
  }),
  demoSignIn: defineDeskCall({
    method: 'POST',
    path: '/desk-api/sign-in/demo',
    who: 'anyone',
    body: v.strictObject({ personId: uuid }),
    answer: me,
    summary: 'Signs in as a person of the demo.',
  }),
  invitationOptions: defineDeskCall({
    method: 'POST',
    path: '/desk-api/invitation/options',
    who: 'anyone',
    body: v.strictObject({ token, code }),
    answer: v.strictObject({
      options: ceremony,
      name: v.string(),
      role: v.picklist(roles),
      needsCode: v.boolean(),
    }),
    summary:
      'Shows an invitation and begins the creation of its passkey. Checks the code if there is one; five wrong ones end the invitation.',
  }),
  acceptInvitation: defineDeskCall({
    method: 'POST',
    path: '/desk-api/invitation',
    who: 'anyone',
    body: v.strictObject({ token, code, response: ceremony }),
    answer: me,
    summary: 'Accepts an invitation with a new passkey and signs in.',
  }),
  verifyOptions: defineDeskCall({
    method: 'POST',
    path: '/desk-api/verify/options',
    who: 'signed-in',
    answer: options,
    summary: 'Begins another use of the passkey in a running session.',
  }),
  verify: defineDeskCall({
    method: 'POST',
    path: '/desk-api/verify',
    who: 'signed-in',
    body: v.strictObject({ response: ceremony }),
    answer: me,
    summary: 'Proves again that the person is present, before a call that needs it.',
  }),
  signOut: defineDeskCall({
    method: 'POST',
    path: '/desk-api/sign-out',
    who: 'signed-in',
    answer: v.strictObject({}),
    summary: 'Ends the session.',
  }),
  passkeys: defineDeskCall({
    method: 'GET',
    path: '/desk-api/passkeys',
    who: 'signed-in',
    answer: v.strictObject({ passkeys: v.array(passkey) }),
    summary: 'The passkeys of the person who is signed in.',
  }),
  passkeyOptions: defineDeskCall({
    method: 'POST',
    path: '/desk-api/passkeys/options',
    who: 'signed-in',
    fresh: true,
    answer: options,
    summary: 'Begins the creation of another passkey.',
  }),
  addPasskey: defineDeskCall({
    method: 'POST',
    path: '/desk-api/passkeys',
    who: 'signed-in',
    fresh: true,
    body: v.strictObject({ name: line(1, NAME_MAX), response: ceremony }),
    answer: v.strictObject({ passkeys: v.array(passkey) }),
    summary: 'Adds a passkey, for example of another device.',
  }),
  removePasskey: defineDeskCall({
    method: 'POST',
    path: '/desk-api/passkeys/remove',
    who: 'signed-in',
    fresh: true,
    body: v.strictObject({ id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,1400}$/, 'token')) }),
    answer: v.strictObject({ passkeys: v.array(passkey) }),
    summary: 'Removes a passkey. The last one stays.',
  }),
} as const
