import type { MessageKind } from '#contract/message-groups.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { kindsOf } from './audience.ts'

type Mailing = Pick<Tables['mailing'], 'kind' | 'subject'>

/** Messages per statement, so that other writers do not have to wait long. */
const PAGE = 5000

/**
 * Stops a mailing and holds its queued messages, or resumes it. Messages that are already being sent still arrive.
 * Returns the number of messages held or requeued.
 */
export async function holdMailing(
  db: Db,
  mailing: Mailing,
  to: 'stopped' | 'running',
  step: (count: number) => void,
): Promise<number> {
  for (let total = 0; ; ) {
    const { moved, isDone } = await holdPart(db, mailing, to)
    total += moved
    step(moved)
    if (isDone) return total
  }
}

const setState = (db: Db, { kind, subject }: Mailing, from: 'running' | 'stopped', to: typeof from) =>
  db
    .updateTable('mailing')
    .set({ state: to })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', from)
    .execute()

/** Runs one step of `holdMailing`, to keep transactions short. Call it until `isDone`. */
export async function holdPart(
  db: Db,
  mailing: Mailing,
  to: 'stopped' | 'running',
): Promise<{ readonly moved: number; readonly isDone: boolean }> {
  if (to === 'stopped') await setState(db, mailing, 'running', 'stopped')
  const change: Move = to === 'stopped' ? { from: 'waiting', to: 'held' } : { from: 'held', to: 'waiting' }
  const counts: number[] = []
  for (const message of kindsOf[mailing.kind]) counts.push(await movePage(db, mailing, message, change))
  const isDone = counts.every(count => count < PAGE)
  if (isDone && to === 'running') await setState(db, mailing, 'stopped', 'running')
  return { moved: counts.reduce((sum, count) => sum + count, 0), isDone }
}

type Move = { readonly from: 'waiting' | 'held'; readonly to: 'waiting' | 'held' }

async function movePage(
  db: Db,
  { subject }: Mailing,
  message: MessageKind,
  { from, to }: Move,
): Promise<number> {
  // If this deadlocks with a sender that settles some of these messages in another order, `inTransaction` retries.
  const result = await inTransaction(db, trx =>
    trx
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
      .executeTakeFirst(),
  )
  return Number(result.numUpdatedRows)
}
