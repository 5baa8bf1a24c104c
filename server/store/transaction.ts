import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { isSerializationConflict } from './failure.ts'
import type { Db, Tables } from './tables.ts'

/** How often a transaction runs at most, and how long it waits at first before it runs again, in milliseconds. */
const ATTEMPTS = 5
const PAUSE_MS = 10

/**
 * Runs in a transaction of its own, or in the one that `db` already is. One of its own runs again where the
 * database has undone it for another one's sake, so `run` must do nothing outside that a repeat would double.
 */
export async function inTransaction<T>(db: Db, run: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return run(db as Transaction<Tables>)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(run)
    } catch (error) {
      if (attempt === ATTEMPTS || !isSerializationConflict(error)) throw error
    }
    // Two that collided must not meet again in step.
    await wait(Math.random() * PAUSE_MS * 2 ** attempt)
  }
}
