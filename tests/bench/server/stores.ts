import { Client } from 'pg'
import type { ServerDeps } from '#server/deps.ts'
import { refuse } from '#tools/command.mjs'

type Store = ServerDeps['dialect']

/** Milliseconds after which a PostgreSQL server that does not answer counts as missing. */
const CONNECT_MS = 5000

/** Exits with 2 and a message if TEST_DATABASE_URL does not name a PostgreSQL server that answers. */
export async function needPostgres(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) refuse('TEST_DATABASE_URL: is not set; this command needs a PostgreSQL server (postgres://…)')
  if (!URL.canParse(url)) refuse('TEST_DATABASE_URL: is not an address (postgres://…)')
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect()
  } catch (error) {
    // If a host has several addresses and all refuse the connection, the error has a code but no message.
    const { message, code } = error as NodeJS.ErrnoException
    refuse(`TEST_DATABASE_URL: ${new URL(url).host} cannot be used: ${message || code}`)
  }
  await client.end()
}

/** Returns the databases to run on: the one that `--store` names, or all. Exits with 2 if it is not available. */
export async function storesOf(asked: string | undefined): Promise<readonly Store[]> {
  const there: readonly Store[] = process.env.TEST_DATABASE_URL ? ['sqlite', 'postgres'] : ['sqlite']
  const chosen = there.filter(store => asked === undefined || store === asked)
  if (chosen.length === 0) refuse('--store: must be sqlite, or postgres if TEST_DATABASE_URL is set')
  if (chosen.includes('postgres')) await needPostgres()
  return chosen
}
