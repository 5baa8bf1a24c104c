import type { Kysely } from 'kysely'
import { COPY_UNFINISHED_ROW, LOCK_ROW } from './lock.ts'
import { customers } from './migrations/0001-customers.ts'
import { campaign } from './migrations/0002-campaign.ts'
import { activity } from './migrations/0003-activity.ts'
import { draw } from './migrations/0004-draw.ts'
import { retention } from './migrations/0005-retention.ts'
import type { Migration } from './migrations/define.ts'
import type { Tables } from './tables.ts'

/** Every step from an empty database to `Tables`, in order. */
const migrations: readonly Migration[] = [customers, campaign, activity, draw, retention]

/**
 * Brings the schema up to date: all missing steps in one transaction, so that a failure leaves nothing behind.
 * Several processes may call it at once; each step is applied by one of them.
 * Throws where the database was made by a newer version of the program. Returns the names applied.
 */
export async function migrate(
  db: Kysely<Tables>,
  now: number,
  steps: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  await ensureJournal(db)
  return db.transaction().execute(async trx => {
    await trx
      .insertInto('schema_migration')
      // Inserted or updated, its lock is held until the commit, on every store.
      .values({ ...LOCK_ROW, applied_at: now })
      .onConflict(conflict => conflict.column('version').doUpdateSet({ name: LOCK_ROW.name }))
      .execute()
    const done = await trx.selectFrom('schema_migration').select('version').execute()
    const applied = new Set(done.map(row => row.version))
    const newest = Math.max(0, ...steps.map(step => step.version))
    if (applied.has(COPY_UNFINISHED_ROW.version)) {
      throw new Error('A campaign is being copied into this database ("db copy"), and that has not ended.')
    }
    if (done.some(row => row.version > newest)) {
      throw new Error('The database was made by a newer version of this program.')
    }
    const missing = steps.filter(step => !applied.has(step.version))
    for (const step of missing) {
      await step.up(trx)
      await trx
        .insertInto('schema_migration')
        .values({ version: step.version, name: step.name, applied_at: now })
        .execute()
    }
    return missing.map(step => step.name)
  })
}

async function ensureJournal(db: Kysely<Tables>): Promise<void> {
  const create = () =>
    db.schema
      .createTable('schema_migration')
      .ifNotExists()
      .addColumn('version', 'integer', column => column.primaryKey())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('applied_at', 'bigint', column => column.notNull())
      .execute()
  // PostgreSQL can refuse `if not exists` when two processes ask at the same moment; then the other one made it.
  await create().catch(create)
}
