import type { Migration } from './define.ts'

/**
 * Adds the hash of the text that a customer has agreed to, and the hashes of the terms and the privacy notice to which the
 * campaign's current versions belong. Null in rows of older releases.
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
