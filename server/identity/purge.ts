import { deleteTextsAbout } from '#server/audit/texts.ts'
import { voidTickets } from '#server/campaign/tickets.ts'
import { deleteLineTraces } from '#server/message-queue/reach.ts'
import type { Db } from '#server/store/tables.ts'

export const clearedPersonalData = {
  line_user_id: null,
  line_display_name: null,
  line_picture_url: null,
  first_name: null,
  last_name: null,
  phone: null,
  email: null,
  birth_date: null,
  gender: null,
  address_line: null,
  province_id: null,
  district_id: null,
  subdistrict_id: null,
  postal_code: null,
  logstate: null,
  language: null,
} as const

/**
 * Deletes the customers' personal data after the campaign. Keeps the receipts (without photos), the tickets and the
 * draw, but voids the tickets if the draw's list is not sealed yet. Must run in a transaction.
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
  await db
    .updateTable('receipt')
    .set({ reject_note: null, risk_codes: null, corrected_from: null })
    .where('customer_id', 'in', customerIds)
    .execute()
  await db
    .updateTable('draw_winner')
    .set({ masked_name: '***' })
    .where('customer_id', 'in', customerIds)
    .execute()
  await voidTickets(db, customerIds)
  await eraseTraces(db, customerIds)
  for (const table of ['session', 'login_seen', 'idempotency', 'review_decision'] as const)
    await db
      .deleteFrom(table as 'session')
      .where('customer_id', 'in', customerIds)
      .execute()
}

/** Deletes the phone numbers, messages, notes and free texts of customers whose profiles are erased. */
export async function eraseTraces(db: Db, customerIds: readonly string[]): Promise<void> {
  await db.updateTable('answer').set({ answer_text: '' }).where('customer_id', 'in', customerIds).execute()
  // Carriers show the name and address to anyone who has the tracking number.
  await db
    .updateTable('prize_delivery')
    .set({ carrier: null, tracking_no: null })
    .where('customer_id', 'in', customerIds)
    .execute()
  await deleteTextsAbout(db, customerIds)
  for (const table of ['phone_claim', 'message', 'message_preference', 'hand_over', 'customer_note'] as const)
    await db
      .deleteFrom(table as 'message')
      .where('customer_id', 'in', customerIds)
      .execute()
}
