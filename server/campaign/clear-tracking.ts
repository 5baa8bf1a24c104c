import type { Db } from '#server/store/tables.ts'

/** Deletes tracking numbers, because carriers show the name and address to anyone who has the number. */
export async function clearTracking(db: Db, customerIds: readonly string[]): Promise<void> {
  await db
    .updateTable('prize_delivery')
    .set({ carrier: null, tracking_no: null })
    .where('customer_id', 'in', [...customerIds])
    .execute()
}
