import type { TestProject } from 'vitest/node'
import { migrate } from '#server/store/migrate.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { NOON } from './noon.ts'
import { createDatabase, databaseUrl, dropWithCopies } from './postgres.ts'
import { seedTestCampaign } from './test-campaign.ts'

/** Creates the template database that every test file copies, and drops it after the suite. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const name = await createDatabase()
  const db = openPostgres(databaseUrl(name), { durable: false })
  await migrate(db, NOON)
  await seedTestCampaign(db, NOON)
  await db.destroy()
  project.provide('postgresTemplate', name)
  return () => dropWithCopies(name)
}
