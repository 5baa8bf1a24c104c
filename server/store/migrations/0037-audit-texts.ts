import { createTable, type Migration } from './define.ts'

/**
 * Adds the free texts of audit entries, such as the reason of a block. They can be deleted, unlike the entries, whose hashes
 * cover each other.
 */
export const auditTexts: Migration = {
  version: 37,
  name: 'audit texts',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'audit_text', {
      columns: { seq: 'bigint', about: 'text', salt: 'text', texts: 'text' },
      primaryKey: ['seq', 'about'],
      indexes: [['about']],
    })
  },
}
