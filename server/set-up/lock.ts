import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import type { Db } from '#server/store/tables.ts'

/** Locks the campaign until the end of the transaction. */
export async function lockCampaign(db: Db): Promise<Campaign> {
  // A no-op update locks the row on PostgreSQL; SQLite has no SELECT ... FOR UPDATE.
  await db
    .updateTable('campaign')
    .set(eb => ({ id: eb.ref('id') }))
    .execute()
  return readCampaign(db)
}
