import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { isSerializationConflict } from './failure.ts'
import type { Db, Tables } from './tables.ts'

/** Maximum number of attempts, and the base of the growing delay between them. */
const ATTEMPTS = 5
const PAUSE_MS = 10

/**
 * Runs a function in a new transaction, or in the current transaction if `db` is one. A new transaction is retried
 * after a serialisation conflict or a deadlock, so `run` must not have side effects outside the database.
 */
export async function inTransaction<T>(db: Db, run: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return run(db as Transaction<Tables>)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(run)
    } catch (error) {
      if (attempt === ATTEMPTS || !isSerializationConflict(error)) throw error
    }
    // A random delay keeps two conflicting transactions from colliding again.
    await wait(Math.random() * PAUSE_MS * 2 ** attempt)
  }
}
