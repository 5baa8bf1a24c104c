import type { StaffPlace } from '#contract/desk/people.ts'
import type { Role } from '#contract/desk/roles.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { ActionsByName } from '#server/action.ts'
import { giversOf } from '#server/desk-accounts.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from '../errors.ts'
import { giveManagerAccess, takeManagerAccess } from '../managers.ts'
import { named, tellManagers } from '../notices.ts'
import { changeRole, endPerson, inviteAgain, invitePerson, personOf, placeOf } from '../people.ts'
import { isLive } from '../sessions.ts'

export const peopleActions = {
  invite: {
    async run({ db, now, random, by }, input) {
      const { name, role } = input
      const place = await knownPlace(db, input)
      const { personId, ...link } = await invitePerson(
        db,
        { name, role, place },
        { now, random, by: by?.id ?? null },
      )
      const detail = { person: { id: personId, name }, role, by, for: 'new' } as const
      await tellManagers(db, { kind: 'access-given', detail }, { now, random })
      return {
        answer: { ...(await everyone(db, now)), ...link },
        detail: { person: personId, name, role, ...(place === null ? {} : { place }) },
      }
    },
  },

  inviteAgain: {
    async run({ db, now, random, by }, { id }) {
      const { name, role } = await personOf(db, id)
      const { personId: _, ...link } = await inviteAgain(db, id, { now, random, by: by?.id ?? null })
      const detail = { person: { id, name }, role, by, for: 'again' } as const
      await tellManagers(db, { kind: 'access-given', detail }, { now, random })
      return { answer: { ...(await everyone(db, now)), ...link }, detail: { person: id, name, role } }
    },
  },

  changeRole: {
    async run({ db, now, random, by }, { id, ...input }) {
      const { role } = input
      const { role: from } = await personOf(db, id)
      const place = await knownPlace(db, input)
      const person = await changeRole(db, id, { role, place })
      const detail = { person: named(person), from, to: role, by }
      await tellManagers(db, { kind: 'access-changed', detail }, { now, random, also: id })
      return {
        answer: await everyone(db, now),
        detail: { person: id, role, ...(place === null ? {} : { place }) },
      }
    },
  },

  endPerson: {
    async run({ db, now, random, by }, { id }) {
      const person = await endPerson(db, id, { by: by?.id ?? null })
      const detail = { person: named(person), role: person.role, by }
      await tellManagers(db, { kind: 'access-ended', detail }, { now, random })
      return { answer: await everyone(db, now), detail: { person: id } }
    },
  },

  giveManagerAccess: {
    async run({ db, now, random, by, request }, input) {
      if (by === null || request === null || request.code_hash === null)
        throw new Error('Manager access needs an approved request with a code')
      const given = { now, random, givers: [request.asked_by, by.id], codeHash: request.code_hash } as const
      const { personId, ...invitation } = await giveManagerAccess(db, input, given)
      return { answer: invitation, detail: { person: personId } }
    },
  },

  takeManagerAccess: {
    async run({ db }, input) {
      await takeManagerAccess(db, input)
      return { answer: null, detail: {} }
    },
  },
} satisfies Partial<ActionsByName>

type Placed = { readonly role: Role; readonly place?: StaffPlace }

/** Returns the place in an input, or null if it has none. Throws VALIDATION if a store does not exist. */
async function knownPlace(db: Db, input: Placed): Promise<StaffPlace | null> {
  const { place = null } = input
  if (place === null || place === 'event') return place
  const wanted = [...new Set(place)]
  const known = await db.selectFrom('store').select('code').where('code', 'in', wanted).execute()
  if (known.length < wanted.length)
    throw new DeskError('VALIDATION', { fields: [{ path: 'place', code: 'unknown' }] })
  return wanted
}

export async function everyone(db: Db, now: number): Promise<DeskAnswer<'people'>> {
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
        place: placeOf(person),
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
