import type { Db } from '#server/store/tables.ts'
import { paginate } from './paginate.ts'

/** Yields all photos. Photos that are added during the iteration are not necessarily included. */
export const photosIn = (db: Db) =>
  paginate(async (after, limit) => {
    const [customer = '', sha256 = ''] = after.split('/')
    const rows = await db
      .selectFrom('image')
      .select(['customer_id', 'sha256'])
      .where(eb => eb(eb.refTuple('customer_id', 'sha256'), '>', eb.tuple(customer, sha256)))
      .orderBy('customer_id')
      .orderBy('sha256')
      .limit(limit)
      .execute()
    return rows.map(({ customer_id: customerId, sha256: hash }) => ({
      id: `${customerId}/${hash}`,
      customerId,
      sha256: hash,
    }))
  })
