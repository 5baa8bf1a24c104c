import { withMasterEtag } from '#server/campaign/master-etag.ts'
import type { Handler } from '#server/handler.ts'
import { sortedByName, subdistrictsIn } from '#server/store/master.ts'

export const handler: Handler<'subdistricts'> = async ({ db, query }) =>
  withMasterEtag(db, `s${query.districtId}`, async () =>
    sortedByName(await subdistrictsIn(db).where('district_id', '=', query.districtId).execute()),
  )
