import { uuidv7 } from '#contract/uuidv7.ts'
import type { Random } from '#server/random.ts'
import type { Db, Tables } from './tables.ts'

type Task = {
  readonly kind: Tables['outgoing']['kind']
  readonly payload: Readonly<Record<string, unknown>>
}

/** Enqueues tasks for `server/tasks`. Must run in the same transaction as the change that requires the tasks. */
export async function enqueueTasks(
  db: Db,
  tasks: readonly Task[],
  { now, random }: { readonly now: number; readonly random: Random },
): Promise<void> {
  if (tasks.length === 0) return
  const rows = tasks.map(({ kind, payload }) => ({
    id: uuidv7(now, random.bytes(16)),
    kind,
    payload: JSON.stringify(payload),
    not_before: now,
    attempts: 0,
    last_error: null,
    created_at: now,
  }))
  await db.insertInto('outgoing').values(rows).execute()
}
