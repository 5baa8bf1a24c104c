import { knownBrowserName } from '#contract/desk/browser-name.ts'
import { may } from '#contract/desk/roles.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { DeskSessionTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { forgetDevice } from '../devices.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandlers } from '../handler.ts'
import { markSeen, named, noticesOf, tellManagers, tellPerson } from '../notices.ts'
import { createPasskey, creationOptions } from '../passkeys.ts'
import { personOf } from '../people.ts'
import { type DeskSession, endSessionsOf, isLive } from '../sessions.ts'

export const accountHandlers = {
  passkeys: async ({ db, caller }) => passkeysOf(db, caller.person.id),

  passkeyOptions: async ({ db, deps, now, caller }) => ({
    options: await creationOptions(db, deps, caller.person, { purpose: 'passkey', now }),
  }),

  addPasskey: async ({ db, deps, now, browser, caller, body, audit }) => {
    await createPasskey(db, deps, caller.person, { ...body, purpose: 'passkey', now })
    const person = named(caller.person)
    const detail = { person, passkey: body.name, browser: knownBrowserName(browser) }
    await tellManagers(db, { kind: 'passkey-added', detail }, { now, random: deps.random, also: person.id })
    await audit('desk passkey add', {}, { about: [], values: { name: body.name } })
    return passkeysOf(db, caller.person.id)
  },

  removePasskey: async ({ db, deps, now, caller, body, audit, setSession }) => {
    await personOf(db, caller.person.id)
    const { passkeys } = await passkeysOf(db, caller.person.id)
    const removed = passkeys.find(({ id }) => id === body.id)
    if (!removed) throw new DeskError('NOT_FOUND')
    if (passkeys.length === 1) throw new DeskError('LAST_PASSKEY')
    await db.deleteFrom('desk_passkey').where('id', '=', body.id).execute()
    const ended = await endSessionsOf(db, body.id, caller.session)
    const person = named(caller.person)
    const detail = { person, passkey: removed.name }
    await tellManagers(db, { kind: 'passkey-removed', detail }, { now, random: deps.random, also: person.id })
    await audit(
      'desk passkey remove',
      { sessions: ended.length },
      { about: [], values: { name: removed.name } },
    )
    if (ended.includes(caller.session.id)) setSession(null)
    return passkeysOf(db, caller.person.id)
  },

  sessions: async ({ db, now, caller }) => sessionsFor(db, caller, now),

  endSession: async ({ db, deps, now, params, caller, audit }) => {
    const { sessions } = await sessionsFor(db, caller, now)
    const ended = sessions.find(({ id }) => id === params.id)
    if (!ended) throw new DeskError('NOT_FOUND')
    await db.deleteFrom('desk_session').where('id', '=', params.id).execute()
    if (ended.personId !== caller.person.id) {
      const person = { id: ended.personId, name: ended.name }
      const detail = { person, browser: knownBrowserName(ended.browser), by: named(caller.person) }
      await tellPerson(db, person.id, { kind: 'session-ended', detail }, { now, random: deps.random })
    }
    await audit('desk end session', { session: params.id, person: ended.personId })
    return { sessions: sessions.filter(({ id }) => id !== params.id) }
  },

  endOtherSessions: async ({ db, deps, now, browser, caller, audit }) => {
    const person = named(caller.person)
    const ended = await db
      .deleteFrom('desk_session')
      .where('person_id', '=', person.id)
      .where('id', '!=', caller.session.id)
      .returningAll()
      .execute()
    const count = ended.filter(session => isLive(session, now)).length
    if (count > 0) {
      const detail = { person, count, browser: knownBrowserName(browser) }
      await tellPerson(db, person.id, { kind: 'sessions-ended', detail }, { now, random: deps.random })
    }
    await audit('desk end other sessions', { sessions: count })
    return sessionsFor(db, caller, now)
  },

  disownSession: async ({ db, deps, now, params, caller, audit }) => {
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
  },

  notices: ({ db, caller }) => noticesOf(db, caller.person.id),

  seeNotices: async ({ db, now, body, caller }) => {
    await markSeen(db, caller.person.id, { ids: body.ids, now })
    return noticesOf(db, caller.person.id)
  },
} satisfies Partial<DeskHandlers>

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

async function passkeysOf(db: Db, personId: string): Promise<DeskAnswer<'passkeys'>> {
  const rows = await db
    .selectFrom('desk_passkey')
    .select(['id', 'name', 'created_at as createdAt', 'used_at as usedAt'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { passkeys: rows }
}

async function sessionsFor(db: Db, caller: DeskSession, now: number): Promise<DeskAnswer<'sessions'>> {
  const own = db
    .selectFrom('desk_session')
    .innerJoin('desk_person', 'desk_person.id', 'desk_session.person_id')
    .leftJoin('desk_passkey', 'desk_passkey.id', 'desk_session.passkey_id')
    .selectAll('desk_session')
    .select(['desk_person.name', 'desk_passkey.name as passkey'])
  const rows = await (may(caller.person.role, 'people')
    ? own
    : own.where('desk_session.person_id', '=', caller.person.id)
  )
    .orderBy('desk_session.created_at', 'desc')
    .execute()
  return {
    sessions: rows
      .filter(row => isLive(row, now))
      .map(row => ({
        id: row.id,
        personId: row.person_id,
        name: row.name,
        createdAt: row.created_at,
        usedAt: row.used_at,
        browser: row.browser,
        passkey: row.passkey,
        current: row.id === caller.session.id,
      })),
  }
}
