import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'

export const toE164 = (phone: string): string => `+66${phone.slice(1)}`

export const fromE164 = (phone: string): string => phone.replace(/^\+66/, '0')

/** Claims a phone number (E.164) and releases the previous one. Throws PHONE_TAKEN. */
export async function claimPhone(db: Db, customerId: string, phone: string): Promise<void> {
  await db
    .insertInto('phone_claim')
    .values({ phone, customer_id: customerId })
    .onConflict(conflict => conflict.column('phone').doNothing())
    .execute()
  const owner = await db
    .selectFrom('phone_claim')
    .select('customer_id')
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (owner?.customer_id !== customerId) throw new ApiError('PHONE_TAKEN')
  await db
    .deleteFrom('phone_claim')
    .where('customer_id', '=', customerId)
    .where('phone', '!=', phone)
    .execute()
}
