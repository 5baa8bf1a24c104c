import * as v from 'valibot'
import { STAFF_STORES_MAX, STORE_CODE_MAX } from '#contract/desk/limits.ts'
import { roles } from '#contract/desk/roles.ts'
import { line, uuid } from '#contract/schema/common.ts'

/** The place of a staff member: the event, or the codes of stores. */
export const staffPlace = v.union([
  v.literal('event'),
  v.pipe(
    v.array(line(1, STORE_CODE_MAX)),
    v.minLength(1, 'required'),
    v.maxLength(STAFF_STORES_MAX, 'length'),
  ),
])

export type StaffPlace = v.InferOutput<typeof staffPlace>

const person = v.strictObject({
  id: uuid,
  name: v.string(),
  role: v.picklist(roles),
  /** Null unless the role is `staff`. */
  place: v.nullable(staffPlace),
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
