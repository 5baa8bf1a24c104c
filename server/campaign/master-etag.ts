import { readCampaign } from '#server/campaign/clock.ts'
import { MASTER_ORDER } from '#server/store/master.ts'
import type { Db } from '#server/store/tables.ts'

export async function withMasterEtag<T>(db: Db, list: string, read: () => Promise<T>) {
  const { master_version } = await readCampaign(db)
  return { answer: await read(), headers: { ETag: `"${master_version}-${list}-${MASTER_ORDER}"` } }
}
