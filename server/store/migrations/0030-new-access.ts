import type { Migration } from './define.ts'

/** Adds `approves_from`; 0 lets people who already have access approve requests immediately. */
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
