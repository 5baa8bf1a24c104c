import { withMasterEtag } from '#server/campaign/master-etag.ts'
import type { Handler } from '#server/handler.ts'
import { provincesIn, sortedByName } from '#server/store/master.ts'

export const handler: Handler<'provinces'> = async ({ db }) =>
  withMasterEtag(db, 'p', async () => sortedByName(await provincesIn(db).execute()))
