import { paginate } from '#server/exports/paginate.ts'
import type { Db } from '#server/store/tables.ts'

type Photo = { readonly customerId: string; readonly sha256: string }

/** May miss photos that are added during the iteration. */
export const photosIn = (db: Db) =>
  paginate((last: Photo | null, limit) =>
    db
      .selectFrom('image')
      .select(['customer_id as customerId', 'sha256'])
      .where(eb =>
        eb(eb.refTuple('customer_id', 'sha256'), '>', eb.tuple(last?.customerId ?? '', last?.sha256 ?? '')),
      )
      .orderBy('customer_id')
      .orderBy('sha256')
      .limit(limit)
      .execute(),
  )
