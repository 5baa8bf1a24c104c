import type { Migration } from './define.ts'

/** Adds the number of days in which the campaign promises to review a receipt. Null means no promise. */
export const reviewDays: Migration = {
  version: 6,
  name: 'review days',
  kind: 'expand',
  async up(db) {
    await db.schema.alterTable('campaign').addColumn('review_days', 'integer').execute()
  },
}
