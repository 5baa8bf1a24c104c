import { withMasterEtag } from '#server/campaign/master-etag.ts'
import type { Handler } from '#server/handler.ts'
import { districtsIn, sortedByName } from '#server/store/master.ts'

export const handler: Handler<'districts'> = async ({ db, query }) =>
  withMasterEtag(db, `d${query.provinceId}`, async () =>
    sortedByName(await districtsIn(db).where('province_id', '=', query.provinceId).execute()),
  )
