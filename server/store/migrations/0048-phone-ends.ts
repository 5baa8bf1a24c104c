import { SqliteAdapter, sql } from 'kysely'
import { expand } from './define.ts'

/** Adds an index on the last four digits of phone numbers, by which the desk finds customers. */
export const phoneEnds = expand(48, 'ends of phone numbers', {}, async db => {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const end = isSqlite ? sql`substr(phone, -4)` : sql`(right(phone, 4))`
  await sql`create index customer_phone_end_idx on customer (${end}, id)`.execute(db)
})
