import type { Migration } from './define.ts'

/** Adds the time from which a person of the desk may approve requests. People who were there before may approve at once. */
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
