import type { DeskAnswer } from '#contract/desk-calls.ts'
import { giversOf } from '#server/desk-accounts.ts'
import type { Db } from '#server/store/tables.ts'
import { isLive } from './sessions.ts'

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
