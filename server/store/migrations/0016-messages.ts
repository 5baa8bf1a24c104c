import { createTable, type Migration } from './define.ts'

export const messages: Migration = {
  version: 16,
  name: 'LINE messages',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'message_channel', {
      columns: { id: 'text', paused_until: 'bigint?', pause_reason: 'text?', failures: 'integer' },
      primaryKey: ['id'],
    })
    await createTable(db, 'message', {
      columns: {
        kind: 'text',
        subject: 'text',
        customer_id: 'text',
        state: 'text',
        not_before: 'bigint',
        attempts: 'integer',
        retry_key: 'text?',
        key_at: 'bigint?',
        unsure: 'integer',
        reason: 'text?',
        created_at: 'bigint',
        settled_at: 'bigint?',
      },
      primaryKey: ['kind', 'subject', 'customer_id'],
      indexes: [['state', 'not_before'], ['customer_id'], ['created_at']],
    })
  },
}
