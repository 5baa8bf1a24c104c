import { INVITATION_MS, NEW_ACCESS_MS } from '#contract/desk/limits.ts'
import type { Role } from '#contract/desk/roles.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Random } from '#server/random.ts'
import { endReviewerWork } from '#server/review/lease.ts'
import type { DeskPersonTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from './errors.ts'

const TOKEN_BYTES = 32

export type Person = DeskPersonTable

/** Returns a new secret for a link or a cookie, as 43 characters. */
export const newToken = (random: Random): string =>
  Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')

/** Returns a person's name in the audit log. The id tells people of the same name apart. */
export const actorOf = ({ id, name }: Pick<Person, 'id' | 'name'>): string => `${name} (desk ${id})`

type Invited = { readonly personId: string; readonly token: string; readonly expiresAt: number }
/** Who gives access, and when. `by` is a person of the desk, or null for the command line. */
type By = { readonly now: number; readonly random: Random; readonly by: string | null }

/**
 * Returns when a person may start to approve requests. Without the delay, a manager could approve their own request with a new
 * account, or by inviting another manager again. The other managers have a day to notice the change.
 */
const approvesFrom = ({ now, by }: Pick<By, 'now' | 'by'>): number => (by === null ? 0 : now + NEW_ACCESS_MS)

/** Adds a person with an invitation. */
export async function invitePerson(
  db: Db,
  { name, role }: { readonly name: string; readonly role: Role },
  { now, random, by }: By,
): Promise<Invited> {
  const id = uuidv7(now, random.bytes(16))
  await db
    .insertInto('desk_person')
    .values({
      ...{ id, name, role, state: 'invited', created_at: now, created_by: by },
      approves_from: approvesFrom({ now, by }),
    })
    .execute()
  return createInvitation(db, id, { now, random })
}

async function createInvitation(
  db: Db,
  personId: string,
  { now, random }: Pick<By, 'now' | 'random'>,
): Promise<Invited> {
  const token = newToken(random)
  const expiresAt = now + INVITATION_MS
  await db.deleteFrom('desk_invitation').where('person_id', '=', personId).execute()
  await db
    .insertInto('desk_invitation')
    .values({ token_hash: sha256Hex(token), person_id: personId, created_at: now, expires_at: expiresAt })
    .execute()
  return { personId, token, expiresAt }
}

/** Invites a person again. The former passkeys, sessions and links end. */
export async function inviteAgain(db: Db, id: string, { now, random, by }: By): Promise<Invited> {
  const person = await personOf(db, id)
  await requireOtherManager(db, person)
  await removeAccess(db, id)
  const changed = { state: 'invited', approves_from: approvesFrom({ now, by }) } as const
  await db.updateTable('desk_person').set(changed).where('id', '=', id).execute()
  return createInvitation(db, id, { now, random })
}

/** Gives a person another role. The sessions end, so that no page shows what the person may not see any more. */
export async function changeRole(
  db: Db,
  id: string,
  role: Role,
  by: Pick<By, 'now' | 'by'>,
): Promise<Person> {
  const person = await personOf(db, id)
  if (role !== 'manager') await requireOtherManager(db, person)
  const changed = { role, approves_from: approvesFrom(by) }
  await db.updateTable('desk_person').set(changed).where('id', '=', id).execute()
  await endWork(db, id)
  return { ...person, ...changed }
}

/** Takes a person's access away. */
export async function endPerson(db: Db, id: string): Promise<Person> {
  const person = await personOf(db, id)
  await requireOtherManager(db, person)
  await removeAccess(db, id)
  await db.updateTable('desk_person').set({ state: 'ended' }).where('id', '=', id).execute()
  return person
}

async function removeAccess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('desk_passkey').where('person_id', '=', id).execute()
  await db.deleteFrom('desk_invitation').where('person_id', '=', id).execute()
  await db.deleteFrom('desk_device').where('person_id', '=', id).execute()
  await endWork(db, id)
}

/** Ends everything that a person has begun: sessions, requests, and the receipts that wait for the person's decision. */
async function endWork(db: Db, id: string): Promise<void> {
  await db.deleteFrom('desk_session').where('person_id', '=', id).execute()
  await endRequests(db, id)
  await endReviewerWork(db, id)
}

/** Ends the person's open requests and unfetched files: the person may have lost the right to ask for them. */
async function endRequests(db: Db, id: string): Promise<void> {
  await db
    .updateTable('desk_approval')
    .set(eb => ({ expires_at: eb.ref('asked_at') }))
    .where('asked_by', '=', id)
    .where('state', 'in', ['asked', 'approved'])
    .execute()
}

/** Returns a person, locked until the end of the transaction. Throws NOT_FOUND if there is none. */
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

/** Throws LAST_MANAGER if without this person no manager could sign in. Locks all managers. */
async function requireOtherManager(db: Db, person: Person): Promise<void> {
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
