import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** A real PostgreSQL whose user may make databases; undefined where there is none. */
export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL || undefined

/** The address of another database of the same server. */
export function databaseUrl(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}

/** Makes a database of its own, empty or a copy of another one to which nobody is connected. */
export async function createDatabase(template?: string): Promise<string> {
  const name = `campaign_test_${randomBytes(6).toString('hex')}`
  await administer(
    `create database ${name} encoding 'UTF8' template ${template ?? 'template0'} ${template ? '' : "lc_collate 'C' lc_ctype 'C.UTF-8'"}`,
  )
  return name
}

export const dropDatabase = (name: string): Promise<void> =>
  administer(`drop database if exists ${name} with (force)`)

export const databaseName = (address: string): string => new URL(address).pathname.slice(1)

const cut = (name: string): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`

/** Ends all connections to a database, as a restart of the server does. */
export const cutConnections = (address: string): Promise<void> => administer(cut(databaseName(address)))

/** Takes a database away: ends its connections and lets no new ones in. */
export async function denyConnections(name: string): Promise<void> {
  await administer(`alter database ${name} with allow_connections false`)
  await administer(cut(name))
}

/** Gives it back. */
export const takeConnections = (name: string): Promise<void> =>
  administer(`alter database ${name} with allow_connections true`)

/** Runs statements on the server's own database. */
async function administer(statements: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}

function serverUrl(): string {
  if (TEST_DATABASE_URL === undefined) throw new Error('TEST_DATABASE_URL is not set.')
  return TEST_DATABASE_URL
}
