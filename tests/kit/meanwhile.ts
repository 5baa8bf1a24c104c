import type { TestServer } from './server.ts'

type Db = TestServer['db']
type Run = Parameters<ReturnType<Db['transaction']>['execute']>[0]

/**
 * Wraps the database so that `happen` runs once, just before the first transaction. Rows that the caller read earlier
 * may then be stale.
 */
export function meanwhile(db: Db, happen: () => Promise<unknown>): Db {
  let happened: Promise<unknown> | undefined
  const transaction = () => ({
    execute: async (run: Run) => {
      happened ??= happen()
      await happened
      return db.transaction().execute(run)
    },
  })
  return new Proxy(db, {
    get(_, name) {
      if (name === 'transaction') return transaction
      const value = Reflect.get(db, name, db)
      return typeof value === 'function' ? value.bind(db) : value
    },
  })
}
