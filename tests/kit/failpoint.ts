import type { KyselyPlugin } from 'kysely'
import type { ServerDeps } from '#server/deps.ts'

/** Wraps a database. After `failAfter(n)`, the database throws once its nth statement has run; 0 disables this. */
export function failpoint(db: ServerDeps['db']) {
  let left = 0
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count += 1
      if (left > 0) {
        left -= 1
        if (left === 0) throw new Error('failpoint: stopped after this statement')
      }
      return result
    },
  }
  return {
    db: db.withPlugin(plugin),
    failAfter(statement: number) {
      left = statement
      count = 0
    },
    count: () => count,
  }
}
