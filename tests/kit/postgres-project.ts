import type { TestProject } from 'vitest/node'
import { migrate } from '#server/store/migrate.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { createDatabase, databaseUrl, dropWithCopies } from './postgres.ts'
import { seedTestCampaign } from './test-campaign.ts'

/** Once for the whole suite: a database that every test file copies, dropped afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const name = await createDatabase()
  const db = openPostgres(databaseUrl(name), { durable: false })
  const now = Date.parse('2026-11-20T12:00:00+07:00')
  await migrate(db, now)
  await seedTestCampaign(db, now)
  await db.destroy()
  project.provide('postgresTemplate', name)
  return () => dropWithCopies(name)
}
