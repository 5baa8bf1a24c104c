import { expand } from './define.ts'

/** Adds the columns for a verifiable draw, and indexes for finding similar receipts and for data retention. */
export const draw = expand(4, 'draw', {
  tables: {
    draw_entry: {
      columns: { draw_id: 'text', ticket_id: 'text', customer_id: 'text' },
      primaryKey: ['draw_id', 'ticket_id'],
    },
  },
  columns: {
    draw: { committed_at: 'bigint?', beacon_at: 'bigint?', method: 'text?' },
    draw_winner: { seat: 'integer?', promoted_at: 'bigint?' },
    reward: { confirm_by: 'bigint?' },
  },
  indexes: [
    ['receipt', 'store_id', 'purchased_at'],
    ['receipt', 'receipt_no'],
    ['receipt_claim', 'receipt_no'],
    ['receipt_image', 'sha256'],
    ['session', 'expires_at'],
    ['login_seen', 'at'],
  ],
})
