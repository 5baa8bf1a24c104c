import { toE164 } from '#server/identity/phone.ts'
import type { CustomerRow } from '#server/identity/profile.ts'
import type { Db } from '#server/store/tables.ts'
import { CliError } from './verb.ts'

export const CUSTOMER_USAGE = 'ID|PHONE|LINE-ID'
export const identifierHelp = 'Give the customer’s id, phone number (0812345678) or LINE user id (U…).'

/** Returns the customer with an id, a phone number or a LINE user id. Throws if there is none. */
export async function findCustomer(db: Db, name: string): Promise<CustomerRow> {
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
  const row = await query.executeTakeFirst()
  if (!row) throw new CliError(`${name}: no such customer`)
  return row
}
