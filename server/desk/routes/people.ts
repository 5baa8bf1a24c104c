import type { DeskAnswer } from '#contract/desk/calls.ts'
import { may } from '#contract/desk/roles.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from '../errors.ts'
import { deskHandlers } from '../handler.ts'
import { changeRole, endPerson, inviteAgain, invitePerson } from '../people.ts'
import { type DeskSession, isLive } from '../sessions.ts'

/** The desk's people and their sessions. */
export const peopleHandlers = deskHandlers({
  people: async ({ db, now }) => everyone(db, now),
  async invite({ db, deps, now, body, caller, audit }) {
    const invitation = await invitePerson(db, body, { now, random: deps.random, by: caller.person.id })
    await audit('desk invite', { person: invitation.personId, ...body })
    return { ...(await everyone(db, now)), token: invitation.token, expiresAt: invitation.expiresAt }
  },
  async inviteAgain({ db, deps, now, params, caller, audit }) {
    const given = { now, random: deps.random, by: caller.person.id }
    const invitation = await inviteAgain(db, params.id, given)
    await audit('desk invite again', { person: params.id })
    return { ...(await everyone(db, now)), token: invitation.token, expiresAt: invitation.expiresAt }
  },
  async changeRole({ db, now, params, body, caller, audit }) {
    await changeRole(db, params.id, body.role, { now, by: caller.person.id })
    await audit('desk role', { person: params.id, role: body.role })
    return everyone(db, now)
  },
  async endPerson({ db, now, params, audit }) {
    await endPerson(db, params.id)
    await audit('desk end access', { person: params.id })
    return everyone(db, now)
  },
  sessions: async ({ db, now, caller }) => sessionsFor(db, caller, now),
  async endSession({ db, now, params, caller, audit }) {
    const { sessions } = await sessionsFor(db, caller, now)
    const ended = sessions.find(({ id }) => id === params.id)
    if (!ended) throw new DeskError('NOT_FOUND')
    await db.deleteFrom('desk_session').where('id', '=', params.id).execute()
    await audit('desk end session', { session: params.id, person: ended.personId })
    return { sessions: sessions.filter(({ id }) => id !== params.id) }
  },
})

async function everyone(db: Db, now: number): Promise<DeskAnswer<'people'>> {
  const people = await db.selectFrom('desk_person').selectAll().orderBy('created_at').orderBy('id').execute()
  const passkeys = await db.selectFrom('desk_passkey').select(['person_id', 'used_at']).execute()
  const sessions = await db.selectFrom('desk_session').selectAll().execute()
  return {
    people: people.map(({ id, name, role, state, created_at: createdAt }) => {
      const own = sessions.filter(session => session.person_id === id)
      const keys = passkeys.filter(key => key.person_id === id)
      const uses = [...own.map(({ used_at }) => used_at), ...keys.flatMap(({ used_at }) => used_at ?? [])]
      return {
        id,
        name,
        role,
        state,
        createdAt,
        lastUsedAt: uses.length > 0 ? Math.max(...uses) : null,
        passkeys: keys.length,
        sessions: own.filter(session => isLive(session, now)).length,
      }
    }),
  }
}

async function sessionsFor(db: Db, caller: DeskSession, now: number): Promise<DeskAnswer<'sessions'>> {
  const own = db
    .selectFrom('desk_session')
    .innerJoin('desk_person', 'desk_person.id', 'desk_session.person_id')
    .selectAll('desk_session')
    .select('desk_person.name')
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
        current: row.id === caller.session.id,
      })),
  }
}
