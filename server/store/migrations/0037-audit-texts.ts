import { expand } from './define.ts'

/**
 * Stores the free texts of audit entries, for example the reason for a block, so that they can be deleted. The entries
 * themselves cannot be deleted, because their hashes form a chain.
 */
export const auditTexts = expand(37, 'audit texts', {
  tables: {
    audit_text: {
      columns: { seq: 'bigint', about: 'text', salt: 'text', texts: 'text' },
      primaryKey: ['seq', 'about'],
      indexes: [['about']],
    },
  },
})
