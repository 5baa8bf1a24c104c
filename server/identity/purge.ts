import { deleteTextsAbout } from '#server/audit/texts.ts'
import { clearTracking } from '#server/campaign/clear-tracking.ts'
import { deleteLineTraces } from '#server/message-queue/reach.ts'
import type { Db } from '#server/store/tables.ts'
import { clearedPersonalData } from './personal-data.ts'

/**
 * Deletes the customers' personal data after the campaign. Keeps the receipts (without photos), the tickets and the
 * draw. Must run in a transaction.
 */
export async function purgePersonalData(db: Db, customerIds: readonly string[], now: number): Promise<void> {
  const accounts = await db
    .selectFrom('customer')
    .select('line_user_id')
    .where('id', 'in', customerIds)
    .where('line_user_id', 'is not', null)
    .execute()
  await deleteLineTraces(
    db,
    accounts.flatMap(row => row.line_user_id ?? []),
  )
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
  await db
    .updateTable('receipt')
    .set({ reject_note: null, risk_codes: null })
    .where('customer_id', 'in', customerIds)
    .execute()
  await db
    .updateTable('draw_winner')
    .set({ masked_name: '***' })
    .where('customer_id', 'in', customerIds)
    .execute()
  await clearTracking(db, customerIds)
  await deleteTextsAbout(db, customerIds)
  for (const table of [
    'phone_claim',
    'session',
    'login_seen',
    'idempotency',
    'message',
    'message_preference',
    'review_decision',
  ] as const) {
    await db
      .deleteFrom(table as 'session')
      .where('customer_id', 'in', customerIds)
      .execute()
  }
}
