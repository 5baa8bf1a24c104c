import { expand } from './define.ts'

export const lineWebhooks = expand(19, 'LINE webhooks', {
  tables: {
    line_reach: {
      columns: { line_user_id: 'text', is_following: 'integer', changed_at: 'bigint' },
      primaryKey: ['line_user_id'],
      indexes: [['changed_at']],
    },
    line_hand_over: {
      columns: { line_user_id: 'text', at: 'bigint' },
      primaryKey: ['line_user_id'],
      indexes: [['at']],
    },
    line_webhook_event: {
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
    },
  },
})
