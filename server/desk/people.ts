import { INVITATION_MS, NEW_ACCESS_MS } from '#contract/desk/limits.ts'
import type { StaffPlace } from '#contract/desk/people.ts'
import type { Role } from '#contract/desk/roles.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Random } from '#server/random.ts'
import { endReviewerWork } from '#server/review/lease.ts'
import type { DeskPersonTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from './errors.ts'
import { newToken } from './secrets.ts'

export type Person = DeskPersonTable

/** A person's name in the audit log. The id distinguishes people with the same name. */
export const actorOf = ({ id, name }: Pick<Person, 'id' | 'name'>): string => `${name} (desk ${id})`

export type Invited = { readonly personId: string; readonly token: string; readonly expiresAt: number }
/** `by` is the manager who acts alone, or null for the command line. */
type NewPerson = {
  readonly name: string
  readonly role: Role
  /** Required if the role is `staff`. */
  readonly place?: StaffPlace | null
}
type By = { readonly now: number; readonly random: Random; readonly by: string | null }
type Given = { readonly now: number; readonly givers: readonly string[] }

const storedPlace = (place: StaffPlace | null): string | null =>
  place === null || place === 'event' ? place : JSON.stringify(place)

/** Returns null unless the person's role is `staff`. */
export const placeOf = ({ place }: Pick<Person, 'place'>): StaffPlace | null =>
  place === null || place === 'event' ? place : (JSON.parse(place) as string[])

const giversOf = (by: string | null): readonly string[] => (by === null ? [] : [by])

/**
 * A person who was given access at the desk may not approve anything for a day, so that the other managers, who are
 * notified, can intervene.
 */
const accessOf = ({ now, givers }: Given) => ({
  given_by: JSON.stringify(givers),
  given_at: now,
  approves_from: givers.length === 0 ? 0 : now + NEW_ACCESS_MS,
})

function refuseOneAlone(role: Role, by: string | null): void {
  if (by !== null && role === 'manager') throw new DeskError('NEEDS_TWO')
}

/** Adds a person with an invitation. Throws NEEDS_TWO if a single manager invites another manager. */
export async function invitePerson(
  db: Db,
  { name, role, place = null }: NewPerson,
  { now, random, by }: By,
): Promise<Invited> {
  refuseOneAlone(role, by)
  const id = await addPerson(db, { name, role, place }, { now, random, givers: giversOf(by) })
  return createInvitation(db, id, { now, random })
}

export async function addPerson(
  db: Db,
  { name, role, place = null }: NewPerson,
  { now, random, givers }: Given & { readonly random: Random },
): Promise<string> {
  const id = uuidv7(now, random.bytes(16))
  await db
    .insertInto('desk_person')
    .values({
      id,
      name,
      role,
      place: storedPlace(place),
      state: 'invited',
      created_at: now,
      created_by: givers[0] ?? null,
      ...accessOf({ now, givers }),
    })
    .execute()
  return id
}

/** Replaces a person's invitation. If `codeHash` is given, the person must also enter the code. */
export async function createInvitation(
  db: Db,
  personId: string,
  { now, random, codeHash = null }: Pick<By, 'now' | 'random'> & { readonly codeHash?: string | null },
): Promise<Invited> {
  const token = newToken(random)
  const expiresAt = now + INVITATION_MS
  await db.deleteFrom('desk_invitation').where('person_id', '=', personId).execute()
  await db
    .insertInto('desk_invitation')
    .values({
      token_hash: sha256Hex(token),
      person_id: personId,
      created_at: now,
      expires_at: expiresAt,
      code_hash: codeHash,
      wrong_codes: 0,
    })
    .execute()
  return { personId, token, expiresAt }
}

/**
 * Invites a person again and ends existing passkeys, sessions and links. Throws NEEDS_TWO if a single manager tries to
 * invite a manager again.
 */
export async function inviteAgain(db: Db, id: string, { now, random, by }: By): Promise<Invited> {
  const person = await personOf(db, id)
  refuseOneAlone(person.role, by)
  await removeAccess(db, id)
  await renewAccess(db, id, { now, givers: giversOf(by) })
  return createInvitation(db, id, { now, random })
}

/** Records that access was given again. The person must accept an invitation before signing in. */
export async function renewAccess(db: Db, id: string, given: Given): Promise<void> {
  const changed = { state: 'invited', ...accessOf(given) } as const
  await db.updateTable('desk_person').set(changed).where('id', '=', id).execute()
}

/**
 * Changes a person's role. Throws NEEDS_TWO if the old or new role is manager. Keeps the record of who gave the access,
 * because the person also keeps their passkey.
 */
export async function changeRole(
  db: Db,
  id: string,
  { role, place = null }: Omit<NewPerson, 'name'>,
): Promise<Person> {
  const person = await personOf(db, id)
  if (person.role === 'manager' || role === 'manager') throw new DeskError('NEEDS_TWO')
  await setRole(db, id, { role, place })
  return { ...person, role }
}

/** Sets the role and ends the sessions, so that no open page shows more than the new role allows. */
export async function setRole(
  db: Db,
  id: string,
  { role, place = null }: Omit<NewPerson, 'name'>,
): Promise<void> {
  await db
    .updateTable('desk_person')
    .set({ role, place: storedPlace(place) })
    .where('id', '=', id)
    .execute()
  await endWork(db, id)
}

/**
 * Throws NEEDS_TWO if a single manager tries to end a manager's access, LAST_MANAGER if no other manager could sign in.
 */
export async function endPerson(db: Db, id: string, { by }: Pick<By, 'by'>): Promise<Person> {
  const person = await personOf(db, id)
  refuseOneAlone(person.role, by)
  await requireOtherManager(db, person)
  await endAccess(db, id)
  return person
}

export async function endAccess(db: Db, id: string): Promise<void> {
  await removeKeys(db, id)
  const { role } = await db
    .updateTable('desk_person')
    .set({ state: 'ended' })
    .where('id', '=', id)
    .returning('role')
    .executeTakeFirstOrThrow()
  // A staff phone may still report hand-overs (`reportHandOvers`).
  if (role !== 'staff') await forgetDevices(db, id)
}

export async function removeAccess(db: Db, id: string): Promise<void> {
  await forgetDevices(db, id)
  await removeKeys(db, id)
}

const forgetDevices = (db: Db, id: string) =>
  db.deleteFrom('desk_device').where('person_id', '=', id).execute()

async function removeKeys(db: Db, id: string): Promise<void> {
  await db.deleteFrom('desk_passkey').where('person_id', '=', id).execute()
  await db.deleteFrom('desk_invitation').where('person_id', '=', id).execute()
  await endWork(db, id)
}

async function endWork(db: Db, id: string): Promise<void> {
  await db.deleteFrom('desk_session').where('person_id', '=', id).execute()
  await endRequests(db, id)
  await endReviewerWork(db, id)
}

/** Ends open requests, and approvals for files not yet downloaded, which the person may no longer use. */
async function endRequests(db: Db, id: string): Promise<void> {
  await db
    .updateTable('desk_approval')
    .set(eb => ({ expires_at: eb.ref('asked_at') }))
    .where('asked_by', '=', id)
    .where('state', 'in', ['asked', 'approved'])
    .execute()
}

/** Returns a person and locks them until the end of the transaction. Throws NOT_FOUND if the person does not exist. */
export async function personOf(db: Db, id: string): Promise<Person> {
  const person = await db
    .updateTable('desk_person')
    .set(eb => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!person) throw new DeskError('NOT_FOUND')
  return person
}

/** Throws LAST_MANAGER if no other manager could sign in. Locks all managers. */
export async function requireOtherManager(db: Db, person: Person): Promise<void> {
  if (person.role !== 'manager' || person.state !== 'active') return
  const managers = await db
    .updateTable('desk_person')
    .set(eb => ({ state: eb.ref('state') }))
    .where('role', '=', 'manager')
    .where('state', '=', 'active')
    .returning('id')
    .execute()
  if (managers.every(({ id }) => id === person.id)) throw new DeskError('LAST_MANAGER')
}
