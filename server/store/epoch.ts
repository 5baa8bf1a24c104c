import { sql } from 'kysely'
import type { Random } from '#server/random.ts'
import { Database } from './sqlite.ts'
import type { Db } from './tables.ts'

const BYTES = 8

/**
 * Begins a new epoch of the campaign's data if the current one began in another database. This database is then a copy
 * or was restored from a backup, so it lacks later writes. Phones compare the epoch with the last one they saw. An
 * unnecessary new epoch is harmless.
 */
export async function ensureEpoch(db: Db, dialect: 'sqlite' | 'postgres', random: Random): Promise<void> {
  const here = dialect === 'sqlite' ? 'sqlite' : await postgresDatabase(db)
  await db
    .updateTable('campaign')
    .set({ epoch: newEpoch(random), epoch_database: here })
    .where(eb => eb.or([eb('epoch_database', 'is', null), eb('epoch_database', '<>', here)]))
    .execute()
}

/** Begins a new epoch even though the database is the same. Running servers use the new epoch immediately. */
export const beginEpoch = (db: Db, random: Random): Promise<unknown> =>
  db
    .updateTable('campaign')
    .set({ epoch: newEpoch(random) })
    .execute()

const newEpoch = (random: Random): string => Buffer.from(random.bytes(BYTES)).toString('hex')

/**
 * Makes a server begin a new epoch when it first starts on a copy of this SQLite file. Call this on every backup,
 * because restoring a file does not change it.
 */
export function endEpoch(file: string): void {
  const database = new Database(file)
  try {
    const columns = database.pragma('table_info(campaign)') as readonly { readonly name: string }[]
    // A backup from an older release has no epoch.
    if (columns.some(({ name }) => name === 'epoch_database'))
      database.exec('update campaign set epoch_database = null')
  } finally {
    database.close()
  }
}

/**
 * Identifies the database by what a restore changes: the ids of the database and a table (`pg_restore --clean`), the
 * cluster, and the timeline (point-in-time recovery, a promoted standby).
 */
async function postgresDatabase(db: Db): Promise<string> {
  const here = sql<{ place: string }>`
    select concat_ws('/', oid, 'receipt'::regclass::oid) as place from pg_database where datname = current_database()`
  const cluster = sql<{ place: string }>`
    select concat_ws('/', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8)) as place
    from pg_control_system()`
  const { rows } = await here.execute(db)
  const asked = await cluster.execute(db).catch(error => {
    if (isNotAllowed(error)) return { rows: [] }
    throw error
  })
  return [...rows, ...asked.rows].map(({ place }) => place).join('/')
}

/**
 * True if a provider forbids the query about the cluster (class 42) or does not support it (class 0A). Other errors
 * must not be ignored: the same database would then look like a different one.
 */
const isNotAllowed = (error: unknown): boolean =>
  /^(42|0A)/.test(String((error as { code?: unknown } | null)?.code))
