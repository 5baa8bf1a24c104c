import { CallError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'

/**
 * Runs a function in a transaction. A CallError rolls it back unless its `keep` is set. `onCommit` registers functions
 * that run after the commit; each attempt of the transaction starts with an empty list.
 */
export async function atomically<T>(
  db: Db,
  run: (trx: Db, onCommit: (follow: () => void) => void) => Promise<T>,
): Promise<T> {
  let committed: (() => void)[] = []
  const result = await inTransaction(db, async trx => {
    committed = []
    try {
      return { value: await run(trx, follow => committed.push(follow)) }
    } catch (error) {
      if (error instanceof CallError && error.keep) return { refusal: error }
      throw error
    }
  })
  for (const follow of committed) follow()
  if ('refusal' in result) throw result.refusal
  return result.value
}
