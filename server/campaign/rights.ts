import { rightsOf } from '#contract/rules.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import type { Campaign } from './clock.ts'
import { isListSealed } from './tickets.ts'

export const SATANG = 100

export const rightsRule = (campaign: Pick<Campaign, 'baht_per_right' | 'min_amount_satang'>) => ({
  bahtPerRight: campaign.baht_per_right,
  minAmount: campaign.min_amount_satang / SATANG,
})

export type RightsRule = ReturnType<typeof rightsRule>

export type Rights = { total: number; pending: number; used: number }

export const countTickets = (db: Db, customerId: string): Promise<number> =>
  countOf(db.selectFrom('ticket').where('customer_id', '=', customerId).where('state', '=', 'valid'))

/**
 * `pending` is the number of tickets that all pending receipts would give, except those whose number is disputed.
 * `used` is 0 until the draw's list is sealed, then equals `total`.
 */
export async function rightsOfCustomer(db: Db, campaign: Campaign, customerId: string): Promise<Rights> {
  const waiting = await db
    .selectFrom('receipt')
    .select('amount_satang')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'pending')
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('receipt_dispute')
            .select('receipt_dispute.receipt_id')
            .whereRef('receipt_dispute.receipt_id', '=', 'receipt.id'),
        ),
      ),
    )
    .execute()
  const rule = rightsRule(campaign)
  const pending = waiting.reduce((sum, row) => sum + rightsOf(row.amount_satang / SATANG, rule), 0)
  const total = await countTickets(db, customerId)
  return { total, pending, used: (await isListSealed(db, campaign)) ? total : 0 }
}
