import type { ReceiptStatus } from '#contract/schema/receipt.ts'
import type { Db } from '#server/store/tables.ts'
import { fullName } from './pairs.ts'

export type CustomerCard = {
  readonly id: string
  readonly name: string | null
  readonly phone: string | null
  readonly provinceTh: string | null
  readonly provinceEn: string | null
  readonly joinedAt: number
  readonly blocked: boolean
  readonly receipts: Readonly<Record<ReceiptStatus, number>>
}

/** Leaves out `receiptId`, whose status would reveal the first decision to the second reviewer. */
export async function customerCard(db: Db, customerId: string, receiptId: string): Promise<CustomerCard> {
  const row = await db
    .selectFrom('customer')
    .leftJoin('province', 'province.id', 'customer.province_id')
    .leftJoin('block', 'block.customer_id', 'customer.id')
    .select(['customer.first_name', 'customer.last_name', 'customer.phone', 'customer.created_at'])
    .select(['province.name_th', 'province.name_en', 'block.blocked_at'])
    .where('customer.id', '=', customerId)
    .executeTakeFirstOrThrow()
  const counts = await db
    .selectFrom('receipt')
    .select(['status', eb => eb.fn.countAll<number>().as('count')])
    .where('customer_id', '=', customerId)
    .where('id', '<>', receiptId)
    .groupBy('status')
    .execute()
  const count = (status: ReceiptStatus) => counts.find(one => one.status === status)?.count ?? 0
  return {
    id: customerId,
    name: fullName(row),
    phone: row.phone,
    provinceTh: row.name_th,
    provinceEn: row.name_en,
    joinedAt: row.created_at,
    blocked: row.blocked_at !== null,
    receipts: {
      pending: count('pending'),
      approved: count('approved'),
      rejected: count('rejected'),
      void: count('void'),
    },
  }
}
