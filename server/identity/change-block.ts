import { revokeSessions } from '#server/auth/sessions.ts'
import type { Db } from '#server/store/tables.ts'
import { blockOf } from './block.ts'
import type { CustomerRow } from './profile.ts'

/**
 * Blocks a customer and ends all sessions. Returns their number; or why nothing changed: the customer has already `left`,
 * or is already `blocked`.
 */
export async function blockCustomer(
  db: Db,
  { id, status }: Pick<CustomerRow, 'id' | 'status'>,
  now: number,
): Promise<number | 'left' | 'blocked'> {
  if (status === 'cancelled') return 'left'
  if (await blockOf(db, id)) return 'blocked'
  await db.insertInto('block').values({ customer_id: id, blocked_at: now }).execute()
  return revokeSessions(db, { customerId: id }, now)
}

/** Lifts the block of a customer. Returns false if the customer is not blocked. */
export async function unblockCustomer(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('block').where('customer_id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
