import { FRESH_MS, SESSION_IDLE_MS, SESSION_MS } from '#contract/desk/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Random } from '#server/random.ts'
import type { DeskSessionTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { touchLater } from '#server/store/touch.ts'
import type { DeskDeps } from './deps.ts'
import type { Person } from './people.ts'
import { newToken } from './secrets.ts'

/** Minimum time between updates of `used_at`, so that not every read causes a write. */
const USED_AT_STEP_MS = MINUTE_MS
const BROWSER_MAX = 200

export type DeskSession = { readonly session: DeskSessionTable; readonly person: Person }

/** Creates a session with a new token for a person who has just used a passkey. Also deletes expired sessions. */
export async function createSession(
  db: Db,
  personId: string,
  given: {
    readonly now: number
    readonly random: Random
    readonly browser: string
    /** Null if a demo user signs in without a passkey. */
    readonly passkeyId: string | null
    readonly deviceId: string | null
  },
): Promise<{ readonly token: string; readonly session: DeskSessionTable }> {
  const { now, random, browser, passkeyId, deviceId } = given
  const token = newToken(random)
  const session: DeskSessionTable = {
    id: uuidv7(now, random.bytes(16)),
    token_hash: sha256Hex(token),
    person_id: personId,
    created_at: now,
    used_at: now,
    expires_at: now + SESSION_MS,
    verified_at: now,
    passkey_id: passkeyId,
    device_id: deviceId,
    browser: browser.slice(0, BROWSER_MAX),
  }
  await db.deleteFrom('desk_session').where('expires_at', '<=', now).execute()
  await db.insertInto('desk_session').values(session).execute()
  return { token, session }
}

/**
 * Returns the live session for a cookie's token, or null. With `lock` (PostgreSQL only), the person's access and role
 * and the session's token cannot change until the end of the transaction.
 */
export async function findSession(
  db: Db,
  token: string,
  { clock, lock = false }: { readonly clock: DeskDeps['clock']; readonly lock?: boolean },
): Promise<DeskSession | null> {
  const found = await sessionWith(db, token).executeTakeFirst()
  if (!found) return null
  // Lock the person first, like `endWork`, to avoid a deadlock.
  const person = await db
    .selectFrom('desk_person')
    .selectAll()
    .where('id', '=', found.person_id)
    .where('state', '=', 'active')
    .$if(lock, query => query.forShare())
    .executeTakeFirst()
  if (!person) return null
  const session = lock ? await sessionWith(db, token).forKeyShare().executeTakeFirst() : found
  // Read the clock after taking the locks, which may have taken seconds.
  if (!session || !isLive(session, clock.now())) return null
  return { session, person }
}

const sessionWith = (db: Db, token: string) =>
  db.selectFrom('desk_session').selectAll().where('token_hash', '=', sha256Hex(token))

export function touchSession(db: Db, session: DeskSessionTable, now: number): void {
  if (now >= session.used_at + USED_AT_STEP_MS) touchLater(db, 'desk_session', session.id, now)
}

/**
 * Gives a session a new token after its person has used a passkey again, so a stolen copy of the old token cannot make
 * the calls that the new proof allows. The session's expiry does not change.
 */
export async function renewSession(
  db: Db,
  session: DeskSessionTable,
  { now, random, passkeyId }: { readonly now: number; readonly random: Random; readonly passkeyId: string },
): Promise<{ readonly token: string; readonly session: DeskSessionTable }> {
  const token = newToken(random)
  const changed = { token_hash: sha256Hex(token), verified_at: now, passkey_id: passkeyId }
  await db.updateTable('desk_session').set(changed).where('id', '=', session.id).execute()
  return { token, session: { ...session, ...changed } }
}

/**
 * Ends the sessions started or last verified with a passkey, and all sessions with an unknown passkey, except
 * `current`. Returns their ids.
 */
export async function endSessionsOf(
  db: Db,
  passkeyId: string,
  current: DeskSessionTable,
): Promise<readonly string[]> {
  const ended = await db
    .deleteFrom('desk_session')
    .where('person_id', '=', current.person_id)
    .where(eb =>
      eb.or([
        eb('passkey_id', '=', passkeyId),
        eb.and([eb('passkey_id', 'is', null), eb('id', '!=', current.id)]),
      ]),
    )
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

export const isLive = (session: DeskSessionTable, now: number): boolean =>
  now < session.expires_at && now < session.used_at + SESSION_IDLE_MS

/** Until when (milliseconds since 1970) the session may make calls that require a fresh passkey. */
export const freshUntil = (session: DeskSessionTable): number => session.verified_at + FRESH_MS
