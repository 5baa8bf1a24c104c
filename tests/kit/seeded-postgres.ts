import { type Kysely, sql } from 'kysely'
import { inject } from 'vitest'
import { openPostgres } from '#server/store/postgres.ts'
import type { Tables } from '#server/store/tables.ts'
import { createDatabase, databaseUrl } from './postgres.ts'
import { seedTestCampaign } from './test-campaign.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Vitest's own.
  interface ProvidedContext {
    /** A migrated database with the address lists, to copy from; null where the suite runs on SQLite. */
    postgresTemplate: string | null
  }
}

/** Hundreds of calls at once on a busy machine wait in line: how long is not what a test is about. */
const PATIENCE_MS = 120_000

/** Databases of this process that no server has; the suite drops them at its end. */
const free: string[] = []

const addresses = new WeakMap<Kysely<Tables>, string>()

/** The address of a database that this file opened, for other processes on it. */
export function addressOf(db: Kysely<Tables>): string {
  const address = addresses.get(db)
  if (address === undefined) throw new Error('This database is not on PostgreSQL.')
  return address
}

/** What stays from test to test: the schema and the address lists. */
const kept = ['schema_migration', 'province', 'district', 'subdistrict']
/** What a new campaign consists of. */
const seeded = ['campaign', 'draw', 'store', 'question', 'reward_kind', 'reward_stock'] as const
/** New campaigns by the moment they were made for. */
const campaigns = new Map<number, readonly (readonly [(typeof seeded)[number], object[]])[]>()

/** A database of its own on the real PostgreSQL, migrated and with the demo campaign, which is open at `now`. */
export async function openSeededPostgres(now: number): Promise<Kysely<Tables>> {
  const name = free.pop() ?? (await makeDatabase())
  // Tests are over before a crash of the database could matter to them.
  const db = openPostgres(databaseUrl(name), { durable: false, waitMs: PATIENCE_MS })
  addresses.set(db, databaseUrl(name))
  await empty(db)
  await fill(db, now)
  const close = db.destroy.bind(db)
  let closing: Promise<void> | undefined
  db.destroy = () => {
    closing ??= close().then(() => void free.push(name))
    return closing
  }
  return db
}

async function makeDatabase(): Promise<string> {
  const template = inject('postgresTemplate')
  if (template === null) throw new Error('The template database was not made.')
  return createDatabase(template)
}

async function empty(db: Kysely<Tables>): Promise<void> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const statements = tables.rows.flatMap(({ name }) => (kept.includes(name) ? [] : `delete from "${name}"`))
  await sql.raw(`do $$ begin ${statements.join('; ')}; end $$`).execute(db)
}

async function fill(db: Kysely<Tables>, now: number): Promise<void> {
  const made = campaigns.get(now)
  if (made) {
    for (const [table, rows] of made)
      await db
        .insertInto(table as 'draw')
        .values(rows as never)
        .execute()
    return
  }
  await seedTestCampaign(db, now)
  const rows = seeded.map(async table => [table, await db.selectFrom(table).selectAll().execute()] as const)
  campaigns.set(now, await Promise.all(rows))
}
