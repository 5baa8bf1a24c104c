import type { Migration } from './define.ts'

/** When retention last looked: by it a clock that has jumped ahead is known. */
export const retention: Migration = {
  version: 5,
  name: 'retention',
  async up(db) {
    await db.schema.alterTable('campaign').addColumn('retention_seen_at', 'bigint').execute()
  },
}
