import { ApiError } from '#server/errors.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Db } from '#server/store/tables.ts'

/**
 * When a registered customer leaves, `line_identity` keeps only a hash of the LINE user id, so that the account cannot
 * join again while the draw can be audited. A provisional customer has not taken part, so their row is deleted at once.
 */
const hashedId = (lineUserId: string): string => `sha256:${sha256Hex(lineUserId)}`

/**
 * Returns null if the account has no customer. Throws CUSTOMER_CANCELLED if a registered customer with this account has
 * left, and CUSTOMER_BLOCKED.
 */
export async function findCustomerByLineId(db: Db, lineUserId: string): Promise<string | null> {
  const rows = await db
    .selectFrom('line_identity')
    .leftJoin('block', 'block.customer_id', 'line_identity.customer_id')
    .select(['line_user_id', 'line_identity.customer_id', 'blocked_at'])
    .where('line_user_id', 'in', [lineUserId, hashedId(lineUserId)])
    .execute()
  const row = rows.find(one => one.line_user_id === lineUserId)
  if (row) {
    if (row.blocked_at !== null) throw new ApiError('CUSTOMER_BLOCKED')
    return row.customer_id
  }
  if (rows.length > 0) throw new ApiError('CUSTOMER_CANCELLED')
  return null
}

/** Binds the account. Returns its customer: another one if a concurrent request was first. */
export async function bindAccount(db: Db, lineUserId: string, customerId: string): Promise<string> {
  await db
    .insertInto('line_identity')
    .values({ line_user_id: lineUserId, customer_id: customerId })
    .onConflict(conflict => conflict.column('line_user_id').doNothing())
    .execute()
  const bound = await findCustomerByLineId(db, lineUserId)
  if (bound === null) throw new Error('a LINE account was unbound inside the transaction that bound it')
  return bound
}

/** With `keepHash`, the account can still be recognised. */
export async function unbindAccount(db: Db, lineUserId: string, keepHash: boolean): Promise<void> {
  if (keepHash) {
    await db
      .updateTable('line_identity')
      .set({ line_user_id: hashedId(lineUserId) })
      .where('line_user_id', '=', lineUserId)
      .execute()
  } else {
    await db.deleteFrom('line_identity').where('line_user_id', '=', lineUserId).execute()
  }
}
