import type { Db } from '#server/store/tables.ts'
import { toE164 } from './phone.ts'
import type { CustomerRow } from './profile.ts'

/** Accepts a customer id, a phone number (0812345678) or a LINE user id (U…). */
export async function findCustomer(db: Db, name: string): Promise<CustomerRow | undefined> {
  const all = db.selectFrom('customer').selectAll('customer')
  const query = /^0\d{9}$/.test(name)
    ? all
        .innerJoin('phone_claim', 'phone_claim.customer_id', 'customer.id')
        .where('phone_claim.phone', '=', toE164(name))
    : /^U[0-9a-f]{32}$/.test(name)
      ? all
          .innerJoin('line_identity', 'line_identity.customer_id', 'customer.id')
          .where('line_identity.line_user_id', '=', name)
      : all.where('customer.id', '=', name)
  return query.executeTakeFirst()
}
