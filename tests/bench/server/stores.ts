import type { ServerDeps } from '#server/deps.ts'

type Store = ServerDeps['dialect']

/** The stores that a command runs on: those there are, or the one that `--store` names. Ends the process for another. */
export function storesOf(asked: string | undefined): readonly Store[] {
  const there: readonly Store[] = process.env.TEST_DATABASE_URL ? ['sqlite', 'postgres'] : ['sqlite']
  const chosen = there.filter(store => asked === undefined || store === asked)
  if (chosen.length > 0) return chosen
  console.error('--store: sqlite, or postgres with TEST_DATABASE_URL set')
  process.exit(2)
}
