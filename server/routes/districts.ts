import { withMasterEtag } from '#server/campaign/master-etag.ts'
import type { Handler } from '#server/handler.ts'
import { districtsIn } from '#server/store/master.ts'

export const handler: Handler<'districts'> = async ({ db, query }) =>
  withMasterEtag(db, `d${query.provinceId}`, () =>
    districtsIn(db).where('province_id', '=', query.provinceId).execute(),
  )
