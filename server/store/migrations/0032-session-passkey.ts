import type { Migration } from './define.ts'

export const sessionPasskey: Migration = {
  version: 32,
  name: 'session passkey',
  kind: 'expand',
  async up(db) {
    await db.schema.alterTable('desk_session').addColumn('passkey_id', 'text').execute()
  },
}
