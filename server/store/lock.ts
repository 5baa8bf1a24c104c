import { ApiError } from '#server/errors.ts'
import type { Db } from './tables.ts'

/** Locks a customer until the end of the transaction. Other transactions that lock the same customer wait. */
export const lockCustomer = (db: Db, customerId: string): Promise<void> => lockCustomers(db, [customerId])

/** Locks several customers. Pass at most 500 so that other transactions do not wait long. */
export async function lockCustomers(db: Db, customerIds: readonly string[]): Promise<void> {
  if (customerIds.length === 0) return
  // On PostgreSQL, an update that changes nothing locks the row. SQLite has no SELECT ... FOR UPDATE.
  await db
    .updateTable('customer')
    .set(eb => ({ version: eb.ref('version') }))
    .where('id', 'in', [...customerIds])
    .execute()
}

/**
 * Locks a customer. Throws UNAUTHORIZED if the customer has left the campaign: a call may have been authenticated
 * before the customer's data was deleted, and must not store personal data after that.
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

/** This row of `schema_migration` only serves as a lock. */
export const LOCK_ROW = { version: 0, name: 'lock' }

/** This row of `schema_migration` marks an unfinished copy. Servers must not start on it. */
export const COPY_UNFINISHED_ROW = { version: 1_000_000, name: 'copy unfinished' }

/**
 * Locks the whole database across all processes until the end of the transaction; used for migrations, seeding and
 * audit entries. `migrate` must have created the lock row.
 */
export async function lockDatabase(db: Db): Promise<void> {
  await db
    .updateTable('schema_migration')
    .set({ name: LOCK_ROW.name })
    .where('version', '=', LOCK_ROW.version)
    .execute()
}
