import type { Migration } from './define.ts'

/** Adds the passkey with which a desk session was started or last verified; null for existing sessions. */
export const sessionPasskey: Migration = {
  version: 32,
  name: 'session passkey',
  kind: 'expand',
  async up(db) {
    await db.schema.alterTable('desk_session').addColumn('passkey_id', 'text').execute()
  },
}
