import { createTable, type Migration } from './define.ts'

/**
 * Adds the customers' switches for LINE messages, and the digest of messages: `digest_lead` of a member names the message
 * with which it is sent.
 */
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
