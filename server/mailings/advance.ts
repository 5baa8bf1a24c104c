import { readCampaign } from '#server/campaign/clock.ts'
import type { ServerDeps } from '#server/deps.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { enqueueMessages } from '#server/message-queue/enqueue.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { audiencePage } from './audience.ts'

type Mailing = Tables['mailing']

/**
 * The messages and the cursor are saved in one transaction, so each customer is considered exactly
 * once, even after crashes and with several workers.
 */
export async function advanceMailings({ db, clock }: Pick<ServerDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const due = await db
    .selectFrom('mailing')
    .selectAll()
    .where('state', '=', 'running')
    .where('due_at', '<=', now)
    .execute()
  let pages = 0
  for (const mailing of due) {
    const isDone = await inTransaction(db, trx => advance(trx, mailing, now))
    if (isDone) pages += 1
  }
  return pages
}

async function advance(db: Db, mailing: Mailing, now: number): Promise<boolean> {
  const { kind, subject, reached } = mailing
  // Messages are off, because a process was started without a token.
  if (!(await readChannel(db))) return false
  // The organiser may have moved the announcement since the mailing started.
  if (kind === 'results' && now < ((await readCampaign(db)).announced_at ?? Number.POSITIVE_INFINITY))
    return false
  const { addressees, last } = await audiencePage(db, mailing, reached)
  const reachable = addressees.filter(one => one.obstacle === null)
  // Update the cursor first: another process waits here and then sees that the page is taken.
  const moved = await db
    .updateTable('mailing')
    .set(eb => ({
      reached: last ?? reached,
      state: last === null ? ('done' as const) : ('running' as const),
      enqueued: eb('enqueued', '+', reachable.length),
    }))
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'running')
    .where('reached', '=', reached)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return false
  const messages = reachable.map(one => ({
    kind: one.kind,
    subject,
    customer_id: one.customerId,
    dueAt: now,
  }))
  await enqueueMessages(db, messages, now)
  return true
}
