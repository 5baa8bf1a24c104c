import { join } from 'node:path'
import { sql } from 'kysely'
import { readSettings } from '#server/config.ts'
import { seedCampaign } from '#server/data/seed.ts'
import { diskObjects } from '#server/images/disk.ts'
import { openStore } from '#server/open-store.ts'
import { openServer } from '#server/start.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { organiser } from './cli.ts'
import { NOON } from './noon.ts'
import type { OfflineWorld } from './offline-world.ts'
import { createDatabase, databaseUrl } from './postgres.ts'

/** Moves the campaign to a folder, and returns its real server, which can be stopped, and its command line. */
export async function campaignIn(world: OfflineWorld, folder: string) {
  const file = join(folder, 'campaign.sqlite')
  await sql`vacuum into ${file}`.execute(world.server.db)
  const read = readSettings(
    { DATA_DIR: folder, LINE_CHANNEL_ID: '1234567890', LOG_LEVEL: 'silent' },
    'emulator',
  )
  if (!read.ok) throw new Error(read.errors.join())
  const { settings } = read
  const { clock, deps } = world.server
  const openCampaign = async () => {
    const store = await openStore(settings)
    return { ...store, close: () => store.db.destroy() }
  }
  const location = { databaseFile: file, objects: diskObjects(join(folder, 'objects')) }
  const start = () => openServer(settings, { clock, line: deps.line }, 'refuse')
  return { start, run: organiser(world.server, [], { open: openCampaign, location: () => location }) }
}

/** Creates a campaign in a new database, and returns the database's name. */
export async function newCampaign(): Promise<string> {
  const name = await createDatabase()
  const db = openPostgres(databaseUrl(name), { max: 1 })
  await migrate(db, NOON)
  await seedCampaign(db, NOON)
  await db.destroy()
  return name
}
