import type { Migration } from './define.ts'

/** Stores the time of the last retention run, to detect a clock that jumped ahead. */
export const retention: Migration = {
  version: 5,
  name: 'retention',
  kind: 'expand',
  async up(db) {
    await db.schema.alterTable('campaign').addColumn('retention_seen_at', 'bigint').execute()
  },
}
