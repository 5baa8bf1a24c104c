import type { Db } from '#server/store/tables.ts'

export const blockOf = (db: Db, customerId: string) =>
  db.selectFrom('block').select('blocked_at').where('customer_id', '=', customerId).executeTakeFirst()
