import { revokeSessions } from '#server/auth/sessions.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { blockOf } from './block.ts'
import type { CustomerRow } from './profile.ts'
import { readCustomer } from './view.ts'

/**
 * Blocks a customer and ends all sessions. Returns their number; or why nothing changed: the customer has already `left`,
 * or is already `blocked`. Must run in a transaction: it locks the customer, who may be leaving at the same time.
 */
export async function blockCustomer(
  db: Db,
  { id }: Pick<CustomerRow, 'id'>,
  now: number,
): Promise<number | 'left' | 'blocked'> {
  await lockCustomer(db, id)
  if ((await readCustomer(db, id)).status === 'cancelled') return 'left'
  if (await blockOf(db, id)) return 'blocked'
  await db.insertInto('block').values({ customer_id: id, blocked_at: now }).execute()
  return revokeSessions(db, { customerId: id }, now)
}

/** Lifts the block of a customer. Returns false if the customer is not blocked. */
export async function unblockCustomer(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('block').where('customer_id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
