import type { Migration } from './define.ts'

/** Adds the time from which a person may approve requests. Existing people may approve at once. */
export const newAccess: Migration = {
  version: 30,
  name: 'new access',
  kind: 'expand',
  async up(db) {
    await db.schema
      .alterTable('desk_person')
      .addColumn('approves_from', 'bigint', column => column.notNull().defaultTo(0))
      .execute()
  },
}
