import { createTable, type Migration } from './define.ts'

export const deskNotices: Migration = {
  version: 33,
  name: 'desk notices',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'desk_notice', {
      columns: {
        id: 'text',
        person_id: 'text',
        at: 'bigint',
        kind: 'text',
        detail: 'text',
        seen_at: 'bigint?',
      },
      primaryKey: ['id'],
      indexes: [['person_id', 'at'], ['at']],
    })
    await createTable(db, 'desk_device', {
      columns: { id: 'text', token_hash: 'text', person_id: 'text', created_at: 'bigint', used_at: 'bigint' },
      primaryKey: ['id'],
      unique: [['token_hash', 'person_id']],
      indexes: [['person_id'], ['used_at']],
    })
    await db.schema.alterTable('desk_session').addColumn('device_id', 'text').execute()
  },
}
