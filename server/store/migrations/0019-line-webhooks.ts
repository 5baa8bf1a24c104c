import { createTable, type Migration } from './define.ts'

export const lineWebhooks: Migration = {
  version: 19,
  name: 'LINE webhooks',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'line_reach', {
      columns: { line_user_id: 'text', is_following: 'integer', changed_at: 'bigint' },
      primaryKey: ['line_user_id'],
      indexes: [['changed_at']],
    })
    await createTable(db, 'line_hand_over', {
      columns: { line_user_id: 'text', at: 'bigint' },
      primaryKey: ['line_user_id'],
      indexes: [['at']],
    })
    await createTable(db, 'line_webhook_event', {
      columns: {
        id: 'text',
        kind: 'text',
        at: 'bigint',
        line_user_id: 'text?',
        content: 'text?',
        reply_token: 'text?',
        reply: 'text?',
        state: 'text',
        not_before: 'bigint',
        attempts: 'integer',
        received_at: 'bigint',
      },
      primaryKey: ['id'],
      indexes: [['state', 'not_before'], ['line_user_id'], ['received_at']],
    })
  },
}
