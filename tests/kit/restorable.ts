import { join } from 'node:path'
import { sql } from 'kysely'
import { readSettings, type Settings } from '#server/config.ts'
import { seedCampaign } from '#server/data/seed.ts'
import { diskObjects } from '#server/images/disk.ts'
import { openStore } from '#server/open-store.ts'
import { openServer } from '#server/start.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { organiser, runInOrder } from './cli.ts'
import { NOON } from './noon.ts'
import type { OfflineWorld } from './offline-world.ts'
import { createDatabase, cutConnections, databaseName, databaseUrl } from './postgres.ts'
import { testDialect } from './seeded.ts'
import { addressOf } from './seeded-postgres.ts'

/** Copies the campaign's database to a folder. `start` starts a real server there, and `run` runs commands on it. */
export async function campaignIn(world: OfflineWorld, folder: string) {
  const file = join(folder, 'campaign.sqlite')
  await sql`vacuum into ${file}`.execute(world.server.db)
  const settings = settingsOf({ DATA_DIR: folder })
  const { clock, deps } = world.server
  const openCampaign = async () => {
    const store = await openStore(settings)
    return { ...store, close: () => store.db.destroy() }
  }
  const location = { databaseFile: file, objects: diskObjects(join(folder, 'objects')) }
  const start = () => openServer(settings, { clock, line: deps.line }, 'refuse')
  return { start, run: organiser(world.server, [], { open: openCampaign, location: () => location }) }
}

/** Returns functions that start, back up and restore the campaign. On PostgreSQL, a copied database replaces a dump. */
export async function restorable(world: OfflineWorld, folder: string) {
  if (testDialect === 'sqlite') {
    const { start, run } = await campaignIn(world, folder)
    const backup = join(folder, 'backup.tar')
    return {
      start,
      backUp: () => runInOrder(run, [['backup', backup]]),
      restore: () => runInOrder(run, [['restore', backup, '--force']]),
    }
  }
  const { clock, db, deps } = world.server
  let address = addressOf(db)
  let backup = ''
  return {
    start: () =>
      openServer(
        settingsOf({ DATA_DIR: folder, DATABASE_URL: address }),
        { clock, line: deps.line },
        'refuse',
      ),
    async backUp() {
      await cutConnections(address)
      backup = await createDatabase(databaseName(address))
    },
    async restore() {
      address = databaseUrl(backup)
    },
  }
}

function settingsOf(env: Readonly<Record<string, string>>): Settings {
  const read = readSettings({ LINE_CHANNEL_ID: '1234567890', LOG_LEVEL: 'silent', ...env }, 'emulator')
  if (!read.ok) throw new Error(read.errors.join())
  return read.settings
}

/** Creates a campaign in a new PostgreSQL database and returns the database's name. */
export async function newCampaign(): Promise<string> {
  const name = await createDatabase()
  const db = openPostgres(databaseUrl(name), { max: 1 })
  await migrate(db, NOON)
  await seedCampaign(db, NOON)
  await db.destroy()
  return name
}
