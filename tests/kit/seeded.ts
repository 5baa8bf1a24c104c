import type { Kysely } from 'kysely'
import type { ServerDeps } from '#server/deps.ts'
import { migrate } from '#server/store/migrate.ts'
import { Database, sqliteOn } from '#server/store/sqlite.ts'
import type { Tables } from '#server/store/tables.ts'
import { openSeededPostgres } from './seeded-postgres.ts'
import { seedTestCampaign } from './test-campaign.ts'

/** Databases as bytes, by the moment at which they were seeded: the address lists are long, copying is quick. */
const images = new Map<number, Buffer>()

/** Which store the tests of this run stand on: the project `contract-postgres` says so (vitest.config.ts). */
export const testDialect: ServerDeps['dialect'] =
  process.env.TEST_STORE === 'postgres' ? 'postgres' : 'sqlite'

/**
 * A database of its own, migrated and with the demo campaign, which is open at `now`: in memory, or on the real
 * PostgreSQL where the project says so.
 */
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
