import type { Db } from '#server/store/tables.ts'

/** Deletes the tracking numbers of customers' parcels, with which the carrier shows name and address. The times stay. */
export async function clearTracking(db: Db, customerIds: readonly string[]): Promise<void> {
  await db
    .updateTable('prize_delivery')
    .set({ carrier: null, tracking_no: null })
    .where('customer_id', 'in', [...customerIds])
    .execute()
}
