import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import type { Db } from '#server/store/tables.ts'

/** The URL of a real PostgreSQL server, with a user who may create databases; undefined if not set. */
export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL || undefined

export function databaseUrl(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}

/** Creates an empty database, or a copy of `template`, which must have no connections. */
export async function createDatabase(template?: string): Promise<string> {
  const name = `${template ?? 'campaign_test'}_${randomBytes(6).toString('hex')}`
  await administer(
    `create database ${name} encoding 'UTF8' template ${template ?? 'template0'} ${template ? '' : "lc_collate 'C' lc_ctype 'C.UTF-8'"}`,
  )
  return name
}

export async function dropDatabase(name: string): Promise<void> {
  await administer(`drop database if exists ${name} with (force)`)
}

export async function dropWithCopies(name: string): Promise<void> {
  const copies = await administer(`select datname from pg_database where starts_with(datname, '${name}_')`)
  for (const { datname } of copies) await dropDatabase(datname)
  await dropDatabase(name)
}

export const databaseName = (address: string): string => new URL(address).pathname.slice(1)

const cut = (name: string): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`

/** Closes all connections to a database, as a restart of PostgreSQL does. */
export async function cutConnections(address: string): Promise<void> {
  await administer(cut(databaseName(address)))
}

/** Makes a database unavailable: closes its connections and refuses new ones. */
export async function denyConnections(name: string): Promise<void> {
  await administer(`alter database ${name} with allow_connections false`)
  await administer(cut(name))
}
export async function allowConnections(name: string): Promise<void> {
  await administer(`alter database ${name} with allow_connections true`)
}

/** Returns the number of statements in this database that are waiting for a lock. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Runs statements on the database that TEST_DATABASE_URL names, not on a test's own database. */
async function administer(statements: string): Promise<{ datname: string }[]> {
  const client = new Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    return (await client.query<{ datname: string }>(statements)).rows
  } finally {
    await client.end()
  }
}

function serverUrl(): string {
  if (TEST_DATABASE_URL === undefined) throw new Error('TEST_DATABASE_URL is not set')
  return TEST_DATABASE_URL
}
