import { type Kysely, sql } from 'kysely'
import { inject } from 'vitest'
import { openPostgres } from '#server/store/postgres.ts'
import type { Tables } from '#server/store/tables.ts'
import { createDatabase, databaseUrl } from './postgres.ts'
import { seedTestCampaign } from './test-campaign.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Vitest's own.
  interface ProvidedContext {
    /** Name of the template database, which is migrated and has the address lists. Null if the suite runs on SQLite. */
    postgresTemplate: string | null
  }
}

/** Milliseconds to wait for a connection. On a busy machine, hundreds of concurrent calls queue for one. */
const PATIENCE_MS = 120_000

/** Names of this process's databases that no server is using. They are dropped when the suite ends. */
const free: string[] = []

const addresses = new WeakMap<Kysely<Tables>, string>()

/** Returns the URL of a database that this module opened, so that another process can open it. */
export function addressOf(db: Kysely<Tables>): string {
  const address = addresses.get(db)
  if (address === undefined) throw new Error('This database is not on PostgreSQL.')
  return address
}

/** Tables that keep their rows between tests: migrations and address lists. */
const kept = ['schema_migration', 'province', 'district', 'subdistrict']
/** Tables that contain the rows of a new campaign. */
const seeded = ['campaign', 'draw', 'store', 'question', 'reward_kind', 'reward_stock'] as const
/** Cached rows of new campaigns, by the campaign's creation time. */
const campaigns = new Map<number, readonly (readonly [(typeof seeded)[number], object[]])[]>()

/** Opens a migrated database on the real PostgreSQL with the test campaign, which is open at `now`. */
export async function openSeededPostgres(now: number): Promise<Kysely<Tables>> {
  const name = free.pop() ?? (await makeDatabase())
  // Commits need not be durable: a test does not survive a crash of the database anyway.
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
