import type { Migration } from './define.ts'

/** Adds the time of retention's last run, with which a clock that jumped ahead is detected. */
export const retention: Migration = {
  version: 5,
  name: 'retention',
  async up(db) {
    await db.schema.alterTable('campaign').addColumn('retention_seen_at', 'bigint').execute()
  },
}
