import type { Migration } from './define.ts'

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
