import { SqliteAdapter, sql } from 'kysely'
import { expand } from './define.ts'

/**
 * Adds indexes for the desk's pages: on names in lower case, sorted by character code so that a prefix is one range; on
 * an audit entry's customer; and on the times used for daily counts.
 */
export const deskPages = expand(
  25,
  'desk pages',
  {
    indexes: [
      ['customer', 'created_at', 'status'],
      ['ticket', 'created_at', 'state'],
      ['reward_use', 'used_at'],
    ],
  },
  async db => {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
    const name = (column: string) =>
      isSqlite ? sql`lower(${sql.ref(column)})` : sql`(lower(${sql.ref(column)}) collate "C")`
    const [first, last] = [name('first_name'), name('last_name')]
    await sql`create index customer_first_name_idx on customer (${first}, ${last}, id)`.execute(db)
    await sql`create index customer_last_name_idx on customer (${last}, ${first}, id)`.execute(db)
    const about = isSqlite
      ? sql`json_extract(detail, '$.customerId')`
      : sql`((detail::json ->> 'customerId'))`
    await sql`create index audit_customer_idx on audit (${about}, seq)`.execute(db)
    await db.schema
      .createIndex('receipt_reviewed_at_idx')
      .on('receipt')
      .columns(['reviewed_at', 'status'])
      .where(sql.ref('reviewed_at'), 'is not', null)
      .execute()
  },
)
