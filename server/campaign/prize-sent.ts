import type { PrizeSent } from '#contract/schema/reward.ts'
import { isoOrNull } from '#contract/time.ts'
import type { Db } from '#server/store/tables.ts'
import type { Campaign } from './clock.ts'

type Draw = Pick<Campaign, 'draw_id'>

/** Null if the prize was neither sent nor handed over. */
export async function prizeSentTo(db: Db, customerId: string, draw: Draw): Promise<PrizeSent | null> {
  const row = await db
    .selectFrom('prize_delivery')
    .select(['carrier', 'tracking_no', 'shipped_at', 'received_at'])
    .where('draw_id', '=', draw.draw_id ?? '')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  // The row may contain only data about the withholding tax.
  if (!row || (row.shipped_at === null && row.received_at === null)) return null
  return {
    carrier: row.carrier,
    trackingNo: row.tracking_no,
    sentAt: isoOrNull(row.shipped_at),
    receivedAt: isoOrNull(row.received_at),
  }
}

/** Includes a prize used at the entrance. The caller must have locked the customer. */
export async function isHandedOver(db: Db, customerId: string, draw: Draw): Promise<boolean> {
  if ((await prizeSentTo(db, customerId, draw)) !== null) return true
  const used = await db
    .selectFrom('reward_use')
    .innerJoin('reward_kind', 'reward_kind.reward_type', 'reward_use.reward_type')
    .select('reward_use.code')
    .where('reward_use.customer_id', '=', customerId)
    .where('reward_kind.unlocked_by', '=', 'winner')
    .executeTakeFirst()
  return used !== undefined
}
