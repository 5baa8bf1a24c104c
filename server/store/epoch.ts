import { sql } from 'kysely'
import type { Random } from '#server/random.ts'
import { Database } from './sqlite.ts'
import type { Db } from './tables.ts'

/** Bytes of an epoch; 16 hexadecimal digits. */
const BYTES = 8

/**
 * Begins a new epoch of the campaign's data if the database is not the one in which the current epoch began: it was
 * restored from a backup, or it is a copy, and what was written after the backup is missing. Phones compare the epoch
 * with that of their last visit. A new epoch without a loss is harmless: a phone then finds all its receipts.
 */
export async function ensureEpoch(db: Db, dialect: 'sqlite' | 'postgres', random: Random): Promise<void> {
  const here = dialect === 'sqlite' ? 'sqlite' : await postgresDatabase(db)
  await db
    .updateTable('campaign')
    .set({ epoch: newEpoch(random), epoch_database: here })
    .where(eb => eb.or([eb('epoch_database', 'is', null), eb('epoch_database', '<>', here)]))
    .execute()
}

/** Begins a new epoch although the database looks the same. Running servers use it at once. */
export const beginEpoch = (db: Db, random: Random): Promise<unknown> =>
  db
    .updateTable('campaign')
    .set({ epoch: newEpoch(random) })
    .execute()

const newEpoch = (random: Random): string => Buffer.from(random.bytes(BYTES)).toString('hex')

/**
 * Makes the first start of a server on a copy of an SQLite database begin a new epoch. Every backup is such a copy: the file
 * itself does not change when it is restored.
 */
export function endEpoch(file: string): void {
  const database = new Database(file)
  try {
    const columns = database.pragma('table_info(campaign)') as readonly { readonly name: string }[]
    // A backup of an older release has no epoch yet.
    if (columns.some(({ name }) => name === 'epoch_database'))
      database.exec('update campaign set epoch_database = null')
  } finally {
    database.close()
  }
}

/**
 * Returns what a restore changes: the database (a restore into a new one), the table (`pg_restore --clean`), the cluster
 * (another server) and its timeline (recovery to a point in time, a promoted standby).
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
 * True if the database would give the same answer each time: a provider may not let every user ask for the cluster (class 42),
 * or may not support it (class 0A). After any other error, the same database would look like another one.
 */
const isNotAllowed = (error: unknown): boolean =>
  /^(42|0A)/.test(String((error as { code?: unknown } | null)?.code))
