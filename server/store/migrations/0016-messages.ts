import { expand } from './define.ts'

export const messages = expand(16, 'LINE messages', {
  tables: {
    message_channel: {
      columns: { id: 'text', paused_until: 'bigint?', pause_reason: 'text?', failures: 'integer' },
      primaryKey: ['id'],
    },
    message: {
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
    },
  },
})
