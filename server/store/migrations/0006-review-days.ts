import type { Migration } from './define.ts'

export const reviewDays: Migration = {
  version: 6,
  name: 'review days',
  kind: 'expand',
  async up(db) {
    await db.schema.alterTable('campaign').addColumn('review_days', 'integer').execute()
  },
}
