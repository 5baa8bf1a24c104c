import type { Db } from '#server/store/tables.ts'

/** Deletes tracking numbers, with which anyone can see the name and address at the carrier. Keeps the times. */
export async function clearTracking(db: Db, customerIds: readonly string[]): Promise<void> {
  await db
    .updateTable('prize_delivery')
    .set({ carrier: null, tracking_no: null })
    .where('customer_id', 'in', [...customerIds])
    .execute()
}
