import * as v from 'valibot'
import { roles } from '#contract/desk/roles.ts'
import { uuid } from '#contract/schema/common.ts'

const person = v.strictObject({
  id: uuid,
  name: v.string(),
  role: v.picklist(roles),
  state: v.picklist(['invited', 'active', 'ended']),
  createdAt: v.number(),
  /** The one or two managers who gave the current access. Empty if a command on the server gave it, null if unknown. */
  givenBy: v.nullable(v.array(v.strictObject({ id: uuid, name: v.string() }))),
  givenAt: v.nullable(v.number()),
  lastUsedAt: v.nullable(v.number()),
  passkeys: v.number(),
  sessions: v.number(),
})

export const everyone = v.strictObject({ people: v.array(person) })

export const invitedPerson = v.strictObject({
  people: v.array(person),
  token: v.string(),
  expiresAt: v.number(),
})
