import type { PrizeSent } from '#contract/schema/reward.ts'
import { isoOrNull } from '#contract/time.ts'
import type { Db } from '#server/store/tables.ts'
import type { Campaign } from './clock.ts'

type Draw = Pick<Campaign, 'draw_id'>

/** Returns what is recorded about sending and handing over a customer's prize; null without such a record. */
export async function prizeSentTo(db: Db, customerId: string, draw: Draw): Promise<PrizeSent | null> {
  const row = await db
    .selectFrom('prize_delivery')
    .select(['carrier', 'tracking_no', 'shipped_at', 'received_at'])
    .where('draw_id', '=', draw.draw_id ?? '')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  // The row can also be about the withholding tax only.
  if (!row || (row.shipped_at === null && row.received_at === null)) return null
  return {
    carrier: row.carrier,
    trackingNo: row.tracking_no,
    sentAt: isoOrNull(row.shipped_at),
    receivedAt: isoOrNull(row.received_at),
  }
}

/**
 * Returns true if a customer's prize was sent or handed over, or if staff have let the customer in with it. The customer must
 * be locked, so that no one records it at the same time.
 */
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
