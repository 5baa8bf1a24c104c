import { createTable, type Migration } from './define.ts'

export const messagePreferences: Migration = {
  version: 18,
  name: 'message preferences',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'message_preference', {
      columns: { customer_id: 'text', message_group: 'text', is_on: 'integer', changed_at: 'bigint' },
      primaryKey: ['customer_id', 'message_group'],
    })
    await db.schema.alterTable('message').addColumn('digest_lead', 'text').execute()
  },
}
