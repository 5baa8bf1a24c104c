import type { ServerDeps } from '#server/deps.ts'

type Store = ServerDeps['dialect']

/**
 * Returns the databases to run on: the one that `--store` names, otherwise all available ones. Exits if the
 * named database is not available.
 */
export function storesOf(asked: string | undefined): readonly Store[] {
  const there: readonly Store[] = process.env.TEST_DATABASE_URL ? ['sqlite', 'postgres'] : ['sqlite']
  const chosen = there.filter(store => asked === undefined || store === asked)
  if (chosen.length > 0) return chosen
  console.error('--store: must be sqlite, or postgres if TEST_DATABASE_URL is set')
  process.exit(2)
}
