import { readCampaign } from '#server/campaign/clock.ts'
import type { Db } from '#server/store/tables.ts'

/** Records that staff have seen the consent of a winner's guardian. The caller must have locked the customer. */
export async function recordGuardian(db: Db, customerId: string, now: number): Promise<void> {
  const { draw_id } = await readCampaign(db)
  const row = { draw_id: draw_id ?? '', customer_id: customerId, guardian_at: now }
  await db
    .insertInto('prize_delivery')
    .values({ ...row, version: 1, updated_at: now })
    .onConflict(conflict =>
      conflict.columns(['draw_id', 'customer_id']).doUpdateSet(eb => ({
        guardian_at: now,
        version: eb('prize_delivery.version', '+', 1),
        updated_at: now,
      })),
    )
    .execute()
}
