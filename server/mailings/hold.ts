import type { Db, Tables } from '#server/store/tables.ts'
import { kindsOf } from './audience.ts'

type Mailing = Pick<Tables['mailing'], 'kind' | 'subject'>

/** Messages per statement, so that other writers do not wait long. */
const PAGE = 5000

/**
 * Stops a mailing: nothing more is enqueued, and its messages that wait are held. A message that is already on
 * its way still arrives. Returns the number of held messages. `step` reports the progress.
 */
export async function stopMailing(db: Db, mailing: Mailing, step: (count: number) => void): Promise<number> {
  await setState(db, mailing, 'running', 'stopped')
  return move(db, mailing, { from: 'waiting', to: 'held' }, step)
}

/** Continues a stopped mailing. Returns the number of messages that wait again. */
export async function resumeMailing(
  db: Db,
  mailing: Mailing,
  step: (count: number) => void,
): Promise<number> {
  const moved = await move(db, mailing, { from: 'held', to: 'waiting' }, step)
  await setState(db, mailing, 'stopped', 'running')
  return moved
}

const setState = (db: Db, { kind, subject }: Mailing, from: 'running' | 'stopped', to: typeof from) =>
  db
    .updateTable('mailing')
    .set({ state: to })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', from)
    .execute()

type Move = { readonly from: 'waiting' | 'held'; readonly to: 'waiting' | 'held' }

async function move(
  db: Db,
  { kind, subject }: Mailing,
  { from, to }: Move,
  step: (count: number) => void,
): Promise<number> {
  let moved = 0
  for (const message of kindsOf[kind]) {
    for (;;) {
      const result = await db
        .updateTable('message')
        .set({ state: to })
        .where('kind', '=', message)
        .where('subject', '=', subject)
        .where('state', '=', from)
        .where('customer_id', 'in', eb =>
          eb
            .selectFrom('message')
            .select('customer_id')
            .where('kind', '=', message)
            .where('subject', '=', subject)
            .where('state', '=', from)
            .limit(PAGE),
        )
        .executeTakeFirst()
      const count = Number(result.numUpdatedRows)
      moved += count
      step(count)
      if (count < PAGE) break
    }
  }
  return moved
}
