import { readChannel } from '#server/message-queue/channel.ts'
import type { Db, Tables } from '#server/store/tables.ts'

type Mailing = Pick<Tables['mailing'], 'kind' | 'subject'>

/**
 * Starts a mailing that enqueues its messages from `dueAt` (milliseconds). Does not change a mailing that has already
 * started. Returns false if messages are off.
 */
export async function startMailing(
  db: Db,
  { kind, subject }: Mailing,
  dueAt: number,
  now: number,
): Promise<boolean> {
  if (!(await readChannel(db))) return false
  await db
    .insertInto('mailing')
    .values({ kind, subject, state: 'running', due_at: dueAt, reached: '', enqueued: 0, created_at: now })
    .onConflict(conflict => conflict.columns(['kind', 'subject']).doNothing())
    .execute()
  return true
}
