import * as v from 'valibot'
import { INVITATION_CODE } from '#contract/desk/invitation-code.ts'
import { permissions, roles } from '#contract/desk/roles.ts'
import { uuid } from '#contract/schema/common.ts'

/** Options or result of a passkey ceremony. `@simplewebauthn/server` checks every part of a result. */
export const ceremony = v.record(v.string(), v.unknown())

export const passkeyOptions = v.strictObject({ options: ceremony })

export const invitationToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/, 'token'))

/** An invited manager's code, as returned by `codeIn`. */
export const invitationCode = v.optional(v.pipe(v.string(), v.regex(INVITATION_CODE, 'code')))

export const me = v.strictObject({
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

export const ownPasskey = v.strictObject({
  id: v.string(),
  name: v.string(),
  createdAt: v.number(),
  usedAt: v.nullable(v.number()),
})
