import type { DeskAnswer } from '#contract/desk-calls.ts'
import { giversOf } from '#server/desk-accounts.ts'
import type { Db } from '#server/store/tables.ts'
import type { DeskHandlers } from '../handler.ts'
import { named, tellManagers } from '../notices.ts'
import { changeRole, endPerson, inviteAgain, invitePerson, personOf } from '../people.ts'
import { isLive } from '../sessions.ts'

export const peopleHandlers = {
  people: async ({ db, now }) => everyone(db, now),

  invite: async ({ db, deps, now, body, caller, audit }) => {
    const given = { now, random: deps.random, by: caller.person.id }
    const { personId, token, expiresAt } = await invitePerson(db, body, given)
    const person = { id: personId, name: body.name }
    const detail = { person, role: body.role, by: named(caller.person), for: 'new' } as const
    await tellManagers(db, { kind: 'access-given', detail }, given)
    await audit('desk invite', { person: personId, ...body })
    return { ...(await everyone(db, now)), token, expiresAt }
  },

  inviteAgain: async ({ db, deps, now, params, caller, audit }) => {
    const given = { now, random: deps.random, by: caller.person.id }
    const person = await personOf(db, params.id)
    const { token, expiresAt } = await inviteAgain(db, params.id, given)
    const detail = {
      person: named(person),
      role: person.role,
      by: named(caller.person),
      for: 'again',
    } as const
    await tellManagers(db, { kind: 'access-given', detail }, given)
    await audit('desk invite again', { person: params.id })
    return { ...(await everyone(db, now)), token, expiresAt }
  },

  changeRole: async ({ db, deps, now, params, body, caller, audit }) => {
    const { role: from } = await personOf(db, params.id)
    const person = await changeRole(db, params.id, body.role)
    const detail = { person: named(person), from, to: body.role, by: named(caller.person) }
    const given = { now, random: deps.random, also: params.id }
    await tellManagers(db, { kind: 'access-changed', detail }, given)
    await audit('desk role', { person: params.id, role: body.role })
    return everyone(db, now)
  },

  endPerson: async ({ db, deps, now, params, caller, audit }) => {
    const person = await endPerson(db, params.id, { by: caller.person.id })
    const detail = { person: named(person), role: person.role, by: named(caller.person) }
    await tellManagers(db, { kind: 'access-ended', detail }, { now, random: deps.random })
    await audit('desk end access', { person: params.id })
    return everyone(db, now)
  },
} satisfies Partial<DeskHandlers>

async function everyone(db: Db, now: number): Promise<DeskAnswer<'people'>> {
  const people = await db.selectFrom('desk_person').selectAll().orderBy('created_at').orderBy('id').execute()
  const passkeys = await db.selectFrom('desk_passkey').select(['person_id', 'used_at']).execute()
  const sessions = await db.selectFrom('desk_session').selectAll().execute()
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return {
    people: people.map(person => {
      const { id, name, role, state, created_at: createdAt, given_at: givenAt } = person
      const own = sessions.filter(session => session.person_id === id)
      const keys = passkeys.filter(key => key.person_id === id)
      const uses = [...own.map(({ used_at }) => used_at), ...keys.flatMap(({ used_at }) => used_at ?? [])]
      return {
        id,
        name,
        role,
        state,
        createdAt,
        givenBy: giversOf(person)?.map(giver => ({ id: giver, name: names.get(giver) ?? giver })) ?? null,
        givenAt,
        lastUsedAt: uses.length > 0 ? Math.max(...uses) : null,
        passkeys: keys.length,
        sessions: own.filter(session => isLive(session, now)).length,
      }
    }),
  }
}
