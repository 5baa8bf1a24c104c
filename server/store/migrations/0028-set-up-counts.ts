import type { Migration } from './define.ts'

export const setUpCounts: Migration = {
  version: 28,
  name: 'set-up counts',
  kind: 'expand',
  async up(db) {
    await db.schema
      .createIndex('consent_kind_version_idx')
      .on('consent')
      .columns(['kind', 'version', 'customer_id', 'at', 'granted'])
      .execute()
    await db.schema
      .createIndex('customer_status_birth_date_idx')
      .on('customer')
      .columns(['status', 'birth_date'])
      .execute()
  },
}
