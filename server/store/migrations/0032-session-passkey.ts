import type { Migration } from './define.ts'

/** Adds the passkey with which a session of the desk was started or last verified. Earlier sessions do not say it. */
export const sessionPasskey: Migration = {
  version: 32,
  name: 'session passkey',
  kind: 'expand',
  async up(db) {
    await db.schema.alterTable('desk_session').addColumn('passkey_id', 'text').execute()
  },
}
