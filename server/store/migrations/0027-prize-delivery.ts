import { createTable, type Migration } from './define.ts'

export const prizeDelivery: Migration = {
  version: 27,
  name: 'prize delivery',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'prize_delivery', {
      columns: {
        draw_id: 'text',
        customer_id: 'text',
        carrier: 'text?',
        tracking_no: 'text?',
        shipped_at: 'bigint?',
        received_at: 'bigint?',
        tax_form_at: 'bigint?',
        tax_paid_at: 'bigint?',
        version: 'integer',
        updated_at: 'bigint',
      },
      primaryKey: ['draw_id', 'customer_id'],
      indexes: [['customer_id']],
    })
    await db.schema.alterTable('draw').addColumn('audit_seq', 'bigint').execute()
    await db.schema.alterTable('draw').addColumn('audit_hash', 'text').execute()
  },
}
