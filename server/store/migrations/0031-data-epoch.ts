import type { Migration } from './define.ts'

/** Adds the epoch of the campaign's data, and the database in which the epoch began (see `store/epoch.ts`). */
export const dataEpoch: Migration = {
  version: 31,
  name: 'data epoch',
  kind: 'expand',
  async up(db) {
    for (const column of ['epoch', 'epoch_database'])
      await db.schema.alterTable('campaign').addColumn(column, 'text').execute()
  },
}
