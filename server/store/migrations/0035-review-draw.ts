import { createTable, type Migration } from './define.ts'

/**
 * Stores why a decision is sampled. Earlier ones were sampled by a hash of the receipt's id and have no reason.
 */
export const reviewDraw: Migration = {
  version: 35,
  name: 'review draw',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'review_presence', {
      columns: { reviewer: 'text', asked_at: 'bigint' },
      primaryKey: ['reviewer'],
      indexes: [['asked_at']],
    })
    await createTable(db, 'review_open', {
      columns: { reviewer: 'text', receipt_id: 'text', look: 'text', held_at: 'bigint' },
      primaryKey: ['reviewer', 'receipt_id', 'look'],
      indexes: [['held_at']],
    })
    await db.schema.alterTable('campaign').addColumn('second_look_baht', 'integer').execute()
    await db.schema.alterTable('review_decision').addColumn('sampled_by', 'text').execute()
  },
}
