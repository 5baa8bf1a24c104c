import type { Db } from '#server/store/tables.ts'

/** With a tracking number, the carrier shows name and address. The times are kept. */
export async function clearTracking(db: Db, customerIds: readonly string[]): Promise<void> {
  await db
    .updateTable('prize_delivery')
    .set({ carrier: null, tracking_no: null })
    .where('customer_id', 'in', [...customerIds])
    .execute()
}
