import { ApiError } from '#server/errors.ts'
import type { Db } from './tables.ts'

/** Locks one customer until the end of the transaction. Other transactions that lock the same customer wait. */
export const lockCustomer = (db: Db, customerId: string): Promise<void> => lockCustomers(db, [customerId])

/** Locks customers like `lockCustomer`. At most 500, so that others do not wait long. */
export async function lockCustomers(db: Db, customerIds: readonly string[]): Promise<void> {
  if (customerIds.length === 0) return
  // An update that changes nothing takes the row's lock on PostgreSQL; SQLite has no SELECT ... FOR UPDATE.
  await db
    .updateTable('customer')
    .set(eb => ({ version: eb.ref('version') }))
    .where('id', 'in', [...customerIds])
    .execute()
}

/**
 * Locks a customer like `lockCustomer`. Throws UNAUTHORIZED if the customer has left: a call that was authenticated before
 * must not store personal data after its deletion. A photo can take two minutes to arrive.
 */
export async function lockParticipant(db: Db, customerId: string): Promise<void> {
  const locked = await db
    .updateTable('customer')
    .set(eb => ({ version: eb.ref('version') }))
    .where('id', '=', customerId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst()
  if (locked.numUpdatedRows === 0n) throw new ApiError('UNAUTHORIZED')
}

/** A row of `schema_migration` that is used only as a lock. */
export const LOCK_ROW = { version: 0, name: 'lock' }

/** A row of `schema_migration` that marks an unfinished copy. No server may start on such a database. */
export const COPY_UNFINISHED_ROW = { version: 1_000_000, name: 'copy unfinished' }

/**
 * Locks the whole database for migrations, seeding and audit entries, across all processes, until the end of the
 * transaction. Other transactions that call this wait. `migrate` must have created the lock row.
 */
export async function lockDatabase(db: Db): Promise<void> {
  await db
    .updateTable('schema_migration')
    .set({ name: LOCK_ROW.name })
    .where('version', '=', LOCK_ROW.version)
    .execute()
}
