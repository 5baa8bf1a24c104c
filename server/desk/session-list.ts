import { may } from '#contract/desk/roles.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { Db } from '#server/store/tables.ts'
import { type DeskSession, isLive } from './sessions.ts'

export async function sessionsFor(db: Db, caller: DeskSession, now: number): Promise<DeskAnswer<'sessions'>> {
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
