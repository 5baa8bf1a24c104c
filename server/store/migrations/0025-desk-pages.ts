import { SqliteAdapter, sql } from 'kysely'
import type { Migration } from './define.ts'

/**
 * Adds indexes for the desk's pages: on names in lower case, sorted by character code so that a prefix is one range; on
 * an audit entry's customer; and on the times used for daily counts.
 */
export const deskPages: Migration = {
  version: 25,
  name: 'desk pages',
  kind: 'expand',
  async up(db) {
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
    const counted: readonly (readonly [table: string, columns: readonly string[]])[] = [
      ['customer', ['created_at', 'status']],
      ['ticket', ['created_at', 'state']],
      ['reward_use', ['used_at']],
    ]
    for (const [table, columns] of counted)
      await db.schema
        .createIndex(`${table}_${columns.join('_')}_idx`)
        .on(table)
        .columns([...columns])
        .execute()
    await db.schema
      .createIndex('receipt_reviewed_at_idx')
      .on('receipt')
      .columns(['reviewed_at', 'status'])
      .where(sql.ref('reviewed_at'), 'is not', null)
      .execute()
  },
}
