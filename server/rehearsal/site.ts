import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { seedCampaign } from '#server/data/seed.ts'
import { diskObjects } from '#server/images/disk.ts'
import { databaseFile, objectsDir } from '#server/store/data-dir.ts'
import { migrate } from '#server/store/migrate.ts'
import { Database, openSqlite } from '#server/store/sqlite.ts'
import type { Tables } from '#server/store/tables.ts'
import type { Site } from './join.ts'
import { seededRandom } from './seeded-random.ts'

/** All rehearsals of a campaign have the same sample customers. */
const SEED = 'rehearsal'

/** `folder` has the same layout as DATA_DIR, so that the command line and `npm start` can open it. */
export type OpenCopy = Site & {
  readonly db: Kysely<Tables>
  readonly folder: string
  readonly close: () => Promise<void>
}

/**
 * Copies a campaign's SQLite database, opened read-only, to a new temporary folder that only its owner can read. Does
 * not copy photos. If `source` is null or does not exist, creates the campaign from `campaign/`.
 */
export async function openCopy(source: string | null, now: number): Promise<OpenCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'rehearsal-'))
  const file = databaseFile(folder)
  try {
    if (source !== null && existsSync(source)) copyDatabase(source, file)
    const db = openSqlite(file)
    // The copy may be lost at any time, so commits do not have to wait for the disk.
    await sql`pragma synchronous = off`.execute(db)
    await migrate(db, now)
    await seedCampaign(db, now)
    return {
      db,
      folder,
      objects: diskObjects(objectsDir(folder)),
      random: seededRandom(SEED),
      close: () => db.destroy(),
    }
  } catch (error) {
    await deleteCopy(folder)
    throw error
  }
}

function copyDatabase(source: string, file: string): void {
  const live = new Database(source, { readonly: true, fileMustExist: true })
  try {
    live.prepare('vacuum into ?').run(file)
  } finally {
    live.close()
  }
}

export const deleteCopy = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
