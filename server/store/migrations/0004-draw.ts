import type { Migration } from './define.ts'
import { createTable } from './define.ts'

/** Adds the columns for a verifiable draw, and indexes for finding similar receipts and for data retention. */
export const draw: Migration = {
  version: 4,
  name: 'draw',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'draw_entry', {
      columns: { draw_id: 'text', ticket_id: 'text', customer_id: 'text' },
      primaryKey: ['draw_id', 'ticket_id'],
    })
    for (const column of ['committed_at', 'beacon_at'])
      await db.schema.alterTable('draw').addColumn(column, 'bigint').execute()
    await db.schema.alterTable('draw').addColumn('method', 'text').execute()
    await db.schema.alterTable('draw_winner').addColumn('seat', 'integer').execute()
    await db.schema.alterTable('draw_winner').addColumn('promoted_at', 'bigint').execute()
    await db.schema.alterTable('reward').addColumn('confirm_by', 'bigint').execute()
    const lookedUp: readonly (readonly [table: string, columns: readonly string[]])[] = [
      ['receipt', ['store_id', 'purchased_at']],
      ['receipt', ['receipt_no']],
      ['receipt_claim', ['receipt_no']],
      ['receipt_image', ['sha256']],
      ['session', ['expires_at']],
      ['login_seen', ['at']],
    ]
    for (const [table, columns] of lookedUp) {
      await db.schema
        .createIndex(`${table}_${columns.join('_')}_idx`)
        .on(table)
        .columns([...columns])
        .execute()
    }
  },
}
