import { createTable, type Migration } from './define.ts'

export const blocks: Migration = {
  version: 12,
  name: 'blocked customers',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'block', {
      columns: { customer_id: 'text', blocked_at: 'bigint' },
      primaryKey: ['customer_id'],
    })
  },
}
