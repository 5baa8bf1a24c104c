import type { Migration } from './define.ts'

/**
 * Adds the hash of the text to which a customer agreed, and the hashes of the campaign's current texts. Null in rows
 * from older releases.
 */
export const consentTexts: Migration = {
  version: 8,
  name: 'consent texts',
  kind: 'expand',
  async up(db) {
    await db.schema.alterTable('consent').addColumn('text_sha256', 'text').execute()
    await db.schema.alterTable('campaign').addColumn('terms_sha256', 'text').execute()
    await db.schema.alterTable('campaign').addColumn('privacy_sha256', 'text').execute()
  },
}
