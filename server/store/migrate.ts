import type { Kysely } from 'kysely'
import { COPY_UNFINISHED_ROW, LOCK_ROW } from './lock.ts'
import { isContractRow, type Migration, rowNameOf } from './migrations/define.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

type Options = {
  readonly steps?: readonly Migration[]
  /**
   * Accepts a database from a newer release if its additional steps only expand the schema, so that the server can be
   * rolled back. Callers that copy, restore or erase data must not set this: they would miss the newer tables.
   */
  readonly acceptExpanded?: boolean
}

/**
 * Applies all missing migrations in one transaction and returns their names. Several processes may call this at once.
 * Throws if a newer release has migrated the database, unless `acceptExpanded` allows it.
 */
export async function migrate(
  db: Kysely<Tables>,
  now: number,
  { steps = migrations, acceptExpanded = false }: Options = {},
): Promise<readonly string[]> {
  if (await isCurrent(db, steps)) return []
  await ensureMigrationTable(db)
  // A concurrent call may lock the same tables in another order, in which case PostgreSQL aborts one of the two calls.
  return inTransaction(db, async trx => {
    await trx
      .insertInto('schema_migration')
      // On both databases, the insert and the update lock this row until the commit.
      .values({ ...LOCK_ROW, applied_at: now })
      .onConflict(conflict => conflict.column('version').doUpdateSet({ name: LOCK_ROW.name }))
      .execute()
    const done = await trx.selectFrom('schema_migration').select(['version', 'name']).execute()
    const applied = new Set(done.map(row => row.version))
    const newest = Math.max(0, ...steps.map(step => step.version))
    if (applied.has(COPY_UNFINISHED_ROW.version)) {
      throw new Error('This database contains an unfinished copy of a campaign ("db copy").')
    }
    const newer = done.filter(row => row.version > newest)
    if (newer.some(row => !acceptExpanded || isContractRow(row))) {
      throw new Error('The database belongs to a newer version of this program.')
    }
    const missing = steps.filter(step => !applied.has(step.version))
    for (const step of missing) {
      await step.up(trx)
      await trx
        .insertInto('schema_migration')
        .values({ version: step.version, name: rowNameOf(step), applied_at: now })
        .execute()
    }
    return missing.map(step => step.name)
  })
}

/** True if exactly these steps have been applied. A read-only command then does not need a lock. */
async function isCurrent(db: Kysely<Tables>, steps: readonly Migration[]): Promise<boolean> {
  const done = await db
    .selectFrom('schema_migration')
    .select('version')
    .execute()
    // If the table is missing, the next statement creates it. If the database is unreachable, the next statement
    // throws.
    .catch(() => [])
  const expected = [LOCK_ROW.version, ...steps.map(step => step.version)].toSorted((a, b) => a - b)
  return (
    done
      .map(row => row.version)
      .toSorted((a, b) => a - b)
      .join() === expected.join()
  )
}

async function ensureMigrationTable(db: Kysely<Tables>): Promise<void> {
  const create = () =>
    db.schema
      .createTable('schema_migration')
      .ifNotExists()
      .addColumn('version', 'integer', column => column.primaryKey())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('applied_at', 'bigint', column => column.notNull())
      .execute()
  // PostgreSQL may reject one of two concurrent `create table if not exists` statements; the retry succeeds.
  await create().catch(create)
}
