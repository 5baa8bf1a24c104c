import { ApiError } from '#server/errors.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Db } from '#server/store/tables.ts'

/**
 * A LINE account leads to one customer through `line_identity`. When a registered customer leaves, the account's
 * id is replaced there by its hash: the id itself is erased at once, yet the account cannot join a second time
 * while the draw can still be audited. The retention job deletes the row after that, and only then does
 * registering make a new customer. A provisional customer who leaves has taken part in nothing: the row goes.
 */
const hashedId = (lineUserId: string): string => `sha256:${sha256Hex(lineUserId)}`

/** The customer of a LINE account; null where it never joined. Throws CUSTOMER_CANCELLED where it has left. */
export async function findCustomerByLineId(db: Db, lineUserId: string): Promise<string | null> {
  const rows = await db
    .selectFrom('line_identity')
    .selectAll()
    .where('line_user_id', 'in', [lineUserId, hashedId(lineUserId)])
    .execute()
  const row = rows.find(one => one.line_user_id === lineUserId)
  if (row) return row.customer_id
  if (rows.length > 0) throw new ApiError('CUSTOMER_CANCELLED')
  return null
}

/** Binds a LINE account to a customer. Gives the customer it is bound to, which another request may have won. */
export async function bindAccount(db: Db, lineUserId: string, customerId: string): Promise<string> {
  await db
    .insertInto('line_identity')
    .values({ line_user_id: lineUserId, customer_id: customerId })
    .onConflict(conflict => conflict.column('line_user_id').doNothing())
    .execute()
  const bound = await findCustomerByLineId(db, lineUserId)
  if (bound === null) throw new Error('A LINE account was unbound inside the transaction that bound it.')
  return bound
}

/** Forgets the account's id; `hold` keeps its hash, so that it stays recognised as one that has left. */
export async function unbindAccount(db: Db, lineUserId: string, hold: boolean): Promise<void> {
  if (hold) {
    await db
      .updateTable('line_identity')
      .set({ line_user_id: hashedId(lineUserId) })
      .where('line_user_id', '=', lineUserId)
      .execute()
  } else {
    await db.deleteFrom('line_identity').where('line_user_id', '=', lineUserId).execute()
  }
}
