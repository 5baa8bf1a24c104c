import type { Db } from '#server/store/tables.ts'
import { clearedPersonalData } from './personal-data.ts'

/**
 * Erases what is personal of customers whose campaign is over: who they are, how to reach them, what they wrote, and
 * every way back in. What was counted stays: receipts without photos, tickets, the draw. Runs in a transaction.
 */
export async function purgePersonalData(db: Db, customerIds: readonly string[], now: number): Promise<void> {
  await db
    .updateTable('customer')
    .set(eb => ({
      status: 'cancelled',
      ...clearedPersonalData,
      cancel_note: null,
      cancelled_at: eb.fn.coalesce('cancelled_at', eb.val(now)),
      updated_at: now,
    }))
    .where('id', 'in', customerIds)
    .execute()
  await db.updateTable('answer').set({ answer_text: '' }).where('customer_id', 'in', customerIds).execute()
  await db.updateTable('receipt').set({ reject_note: null }).where('customer_id', 'in', customerIds).execute()
  await db
    .updateTable('draw_winner')
    .set({ masked_name: '***' })
    .where('customer_id', 'in', customerIds)
    .execute()
  for (const table of ['phone_claim', 'session', 'login_seen', 'idempotency'] as const) {
    await db
      .deleteFrom(table as 'session')
      .where('customer_id', 'in', customerIds)
      .execute()
  }
}
