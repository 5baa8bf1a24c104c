import { createTable, type Migration } from './define.ts'

/** Adds a staff PIN per store, and counts of wrong PINs: one row for the campaign and one per store. */
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
