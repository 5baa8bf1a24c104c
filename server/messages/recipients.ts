import type { Db } from '#server/store/tables.ts'

export type Recipient =
  | { readonly lineUserId: string; readonly obstacle: null }
  | { readonly lineUserId: null; readonly obstacle: string }

const unreachable = (obstacle: string): Recipient => ({ lineUserId: null, obstacle })
const GONE = unreachable('the customer cannot be reached')
const BLOCKED = unreachable('the customer has blocked the account in LINE')

/** Returns each customer's LINE user id, or why messages cannot reach the customer. */
export async function recipientsOf(
  db: Db,
  customerIds: readonly string[],
): Promise<(customerId: string) => Recipient> {
  const rows = await db
    .selectFrom('customer')
    .leftJoin('block', 'block.customer_id', 'customer.id')
    .leftJoin('line_reach', 'line_reach.line_user_id', 'customer.line_user_id')
    .select(['customer.id', 'customer.line_user_id', 'customer.status'])
    .select(['block.blocked_at', 'line_reach.is_following'])
    .where('customer.id', 'in', [...customerIds])
    .execute()
  const found = new Map(
    rows.map(({ id, line_user_id, status, blocked_at, is_following }): [string, Recipient] => {
      if (line_user_id === null || status !== 'registered' || blocked_at !== null) return [id, GONE]
      return [id, is_following === 0 ? BLOCKED : { lineUserId: line_user_id, obstacle: null }]
    }),
  )
  return customerId => found.get(customerId) ?? GONE
}
