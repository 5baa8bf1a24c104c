import { createTable, type Migration } from './define.ts'

export const storePins: Migration = {
  version: 11,
  name: 'store pins',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'store_pin', {
      columns: { store_id: 'integer', pin_hash: 'text', set_at: 'bigint' },
      primaryKey: ['store_id'],
    })
    await createTable(db, 'wrong_pins', {
      columns: { scope: 'text', failures: 'integer', since: 'bigint' },
      primaryKey: ['scope'],
    })
  },
}
