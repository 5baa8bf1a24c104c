import type { Db } from './tables.ts'

/** Puts the writes of one customer in a row: until its transaction ends, another that asks here waits. */
export async function lockCustomer(db: Db, customerId: string): Promise<void> {
  // An update that changes nothing takes the row's lock on PostgreSQL; SQLite has no SELECT ... FOR UPDATE.
  await db
    .updateTable('customer')
    .set(eb => ({ version: eb.ref('version') }))
    .where('id', '=', customerId)
    .execute()
}

/** A row of `schema_migration` that is no step. */
export const LOCK_ROW = { version: 0, name: 'lock' }

/** A row of `schema_migration` in a database into which a campaign is being copied: no server may start on it. */
export const COPY_UNFINISHED_ROW = { version: 1_000_000, name: 'copy unfinished' }

/**
 * Puts what concerns the whole database in a row, over all its processes: steps of the schema, the first seed, the
 * audit's chain. Until its transaction ends, another that asks here waits. The journal's row must be there.
 */
export async function lockDatabase(db: Db): Promise<void> {
  await db
    .updateTable('schema_migration')
    .set({ name: LOCK_ROW.name })
    .where('version', '=', LOCK_ROW.version)
    .execute()
}
