import * as v from 'valibot'
import { NOTICES_MAX } from '#contract/desk/limits.ts'
import { type Notice, type NoticePerson, notice as noticeSchema } from '#contract/desk/notices.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { Random } from '#server/random.ts'
import { enqueueTasks } from '#server/store/enqueue-task.ts'
import type { Db } from '#server/store/tables.ts'

type At = { readonly now: number; readonly random: Random }

export const named = ({ id, name }: NoticePerson): NoticePerson => ({ id, name })

/**
 * Notifies all managers who can sign in, including the acting manager, and the person in `also`. Call this in the same
 * transaction as the change. Each person gets a row, so nobody sees notices from before they joined. A task also
 * sends the notice to the operator's email addresses and LINE ids.
 */
export async function tellManagers(
  db: Db,
  notice: Notice,
  { also, ...at }: At & { readonly also?: string },
): Promise<void> {
  const people = await active(db)
    .where(eb => eb.or([eb('role', '=', 'manager'), ...(also === undefined ? [] : [eb('id', '=', also)])]))
    .execute()
  await tell(db, people, notice, at)
  await enqueueTasks(db, [{ kind: 'desk-notice', payload: { notice, at: at.now } }], at)
}

/** Notifies a person who can sign in. Call this in the same transaction as the change. */
export async function tellPerson(db: Db, personId: string, notice: Notice, at: At): Promise<void> {
  await tell(db, await active(db).where('id', '=', personId).execute(), notice, at)
}

const active = (db: Db) => db.selectFrom('desk_person').select('id').where('state', '=', 'active')

async function tell(
  db: Db,
  people: readonly { readonly id: string }[],
  { kind, detail }: Notice,
  { now, random }: At,
): Promise<void> {
  if (people.length === 0) return
  const told = { at: now, kind, detail: JSON.stringify(detail), seen_at: null }
  const rows = people.map(({ id }) => ({ id: uuidv7(now, random.bytes(16)), person_id: id, ...told }))
  await db.insertInto('desk_notice').values(rows).execute()
}

/**
 * Returns a person's notices, unseen ones first, so that neither a long list nor a clock that was set back hides an
 * unseen notice. Skips kinds from newer releases.
 */
export async function noticesOf(db: Db, personId: string): Promise<DeskAnswer<'notices'>> {
  const own = db.selectFrom('desk_notice').where('person_id', '=', personId)
  const rows = await own
    .selectAll()
    .orderBy(eb => eb.case().when('seen_at', 'is', null).then(0).else(1).end())
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(NOTICES_MAX)
    .execute()
  const { unseen } = await own
    .select(eb => eb.fn.countAll<number | string>().as('unseen'))
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    notices: rows.flatMap(({ id, at, kind, detail, seen_at: seenAt }) => {
      const read = v.safeParse(noticeSchema, { kind, detail: JSON.parse(detail) })
      return read.success ? [{ id, at, notice: read.output, seenAt }] : []
    }),
    unseen: Number(unseen),
  }
}

/** Ignores ids of other people's notices. */
export async function markSeen(
  db: Db,
  personId: string,
  { ids, now }: { readonly ids: readonly string[]; readonly now: number },
): Promise<void> {
  await db
    .updateTable('desk_notice')
    .set({ seen_at: now })
    .where('person_id', '=', personId)
    .where('id', 'in', ids)
    .where('seen_at', 'is', null)
    .execute()
}
