import { createTable, type Migration } from './define.ts'

export const mailings: Migration = {
  version: 17,
  name: 'mailings',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'mailing', {
      columns: {
        kind: 'text',
        subject: 'text',
        state: 'text',
        due_at: 'bigint',
        reached: 'text',
        enqueued: 'integer',
        created_at: 'bigint',
      },
      primaryKey: ['kind', 'subject'],
    })
    for (const column of ['quota_limit', 'quota_used', 'quota_at'])
      await db.schema.alterTable('message_channel').addColumn(column, 'bigint').execute()
    await db.schema.alterTable('message_channel').addColumn('token_sha256', 'text').execute()
  },
}
