import type { Migration } from './define.ts'

/** People who already have access may approve requests immediately. */
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
