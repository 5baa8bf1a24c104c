import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import type { Db } from '#server/store/tables.ts'

/**
 * Locks the campaign until the end of the transaction and returns it. A concurrent change of the set-up waits for this one
 * and then sees its result.
 */
export async function lockCampaign(db: Db): Promise<Campaign> {
  // An update that changes nothing takes the row's lock on PostgreSQL; SQLite has no SELECT ... FOR UPDATE.
  await db
    .updateTable('campaign')
    .set(eb => ({ id: eb.ref('id') }))
    .execute()
  return readCampaign(db)
}
