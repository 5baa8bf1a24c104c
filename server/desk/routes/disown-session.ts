import { knownBrowserName } from '#contract/desk/browser-name.ts'
import type { DeskSessionTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { forgetDevice } from '../devices.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'
import { named, tellManagers } from '../notices.ts'
import { personOf } from '../people.ts'
import { sessionsFor } from '../session-list.ts'
import { type DeskSession, endSessionsOf, isLive } from '../sessions.ts'

export const handler: DeskHandler<'disownSession'> = async ({ db, deps, now, params, caller, audit }) => {
  // Lock the person so that two concurrent removals cannot delete the last passkey.
  await personOf(db, caller.person.id)
  const person = named(caller.person)
  const session = await ownOther(db, caller, { id: params.id, now })
  await db.deleteFrom('desk_session').where('id', '=', session.id).execute()
  if (session.device_id !== null) await forgetDevice(db, session.device_id)
  const { removed, kept } = await removePasskeyOf(db, session, caller.session)
  const browser = knownBrowserName(session.browser)
  const detail = { person, browser, startedAt: session.created_at, removed, kept }
  const given = { now, random: deps.random, also: person.id }
  await tellManagers(db, { kind: 'session-disowned', detail }, given)
  await audit('desk disown session', { session: session.id }, { about: [], values: { removed, kept } })
  return { ...(await sessionsFor(db, caller, now)), removed, kept }
}

/** Returns another live session of the caller. Throws NOT_FOUND if it does not exist. */
async function ownOther(
  db: Db,
  { person, session: current }: DeskSession,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<DeskSessionTable> {
  const session = await db
    .selectFrom('desk_session')
    .selectAll()
    .where('id', '=', id)
    .where('id', '!=', current.id)
    .where('person_id', '=', person.id)
    .executeTakeFirst()
  if (!session || !isLive(session, now)) throw new DeskError('NOT_FOUND')
  return session
}

/**
 * Removes the passkey that a session last used and ends the passkey's other sessions, unless `current` also uses it or
 * it is the person's last one. `removed` and `kept` are names, both null if the passkey is unknown.
 */
async function removePasskeyOf(
  db: Db,
  session: DeskSessionTable,
  current: DeskSessionTable,
): Promise<{ readonly removed: string | null; readonly kept: string | null }> {
  const passkeys = await db
    .selectFrom('desk_passkey')
    .select(['id', 'name'])
    .where('person_id', '=', session.person_id)
    .execute()
  const used = passkeys.find(({ id }) => id === session.passkey_id)
  if (!used) return { removed: null, kept: null }
  if (used.id === current.passkey_id || passkeys.length === 1) return { removed: null, kept: used.name }
  await db.deleteFrom('desk_passkey').where('id', '=', used.id).execute()
  await endSessionsOf(db, used.id, current)
  return { removed: used.name, kept: null }
}
