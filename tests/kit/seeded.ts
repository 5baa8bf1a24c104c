import type { Kysely } from 'kysely'
import type { ServerDeps } from '#server/deps.ts'
import { migrate } from '#server/store/migrate.ts'
import { Database, sqliteOn } from '#server/store/sqlite.ts'
import type { Tables } from '#server/store/tables.ts'
import { openSeededPostgres } from './seeded-postgres.ts'
import { seedTestCampaign } from './test-campaign.ts'

/** Serialized databases by seeding time. Copying one is faster than importing the long address lists. */
const images = new Map<number, Buffer>()

/** The database system that this run uses. The Vitest project `contract-postgres` sets it. */
export const testDialect: ServerDeps['dialect'] =
  process.env.TEST_STORE === 'postgres' ? 'postgres' : 'sqlite'

/** Opens a database with the test campaign, which is open at `now`: SQLite in memory, or the real PostgreSQL. */
export async function openSeeded(now: number, dialect = testDialect): Promise<Kysely<Tables>> {
  if (dialect === 'postgres') return openSeededPostgres(now)
  const image = images.get(now) ?? (await seededImage(now))
  images.set(now, image)
  return sqliteOn(new Database(image))
}

async function seededImage(now: number): Promise<Buffer> {
  const database = new Database(':memory:')
  const db = sqliteOn(database)
  await migrate(db, now)
  await seedTestCampaign(db, now)
  const image = database.serialize()
  await db.destroy()
  return image
}
