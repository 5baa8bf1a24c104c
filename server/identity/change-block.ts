import { revokeSessions } from '#server/auth/sessions.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { blockOf } from './block.ts'
import type { CustomerRow } from './profile.ts'
import { readCustomer } from './view.ts'

/** Must run in a transaction. Returns the number of ended sessions, or why nothing changed. */
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

export async function unblockCustomer(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('block').where('customer_id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
