import type { KyselyPlugin } from 'kysely'
import type { ServerDeps } from '#server/deps.ts'

/** Throws right after the statement with this number has been carried out, counted from 1; 0: never. */
export function failpoint(db: ServerDeps['db']) {
  let left = 0
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count += 1
      if (left > 0) {
        left -= 1
        if (left === 0) throw new Error('the process died here')
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
    /** Statements since then. */
    count: () => count,
  }
}
