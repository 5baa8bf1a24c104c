import type { Migration } from './define.ts'

export const dataEpoch: Migration = {
  version: 31,
  name: 'data epoch',
  kind: 'expand',
  async up(db) {
    for (const column of ['epoch', 'epoch_database'])
      await db.schema.alterTable('campaign').addColumn(column, 'text').execute()
  },
}
