import type { Db } from '#server/store/tables.ts'

/** Returns when the organiser blocked a customer, or undefined if the customer is not blocked. */
export const blockOf = (db: Db, customerId: string) =>
  db.selectFrom('block').select('blocked_at').where('customer_id', '=', customerId).executeTakeFirst()
