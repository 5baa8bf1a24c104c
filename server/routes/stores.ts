import { withMasterEtag } from '#server/campaign/master-etag.ts'
import type { Handler } from '#server/handler.ts'
import { storesIn } from '#server/store/master.ts'

export const handler: Handler<'stores'> = async ({ db }) =>
  withMasterEtag(db, 't', () => storesIn(db).execute())
