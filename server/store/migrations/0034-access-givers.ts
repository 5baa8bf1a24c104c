import { sql } from 'kysely'
import type { Migration } from './define.ts'

/**
 * Adds who gave a person of the desk the present access, and when; and the second secret of a manager's invitation, with the
 * number of wrong ones. A person whose access a manager changed later does not get a value, because nothing says who that was.
 */
export const accessGivers: Migration = {
  version: 34,
  name: 'access givers',
  kind: 'expand',
  async up(db) {
    await db.schema.alterTable('desk_person').addColumn('given_by', 'text').execute()
    await db.schema.alterTable('desk_person').addColumn('given_at', 'bigint').execute()
    await db.schema.alterTable('desk_approval').addColumn('code_hash', 'text').execute()
    await db.schema.alterTable('desk_invitation').addColumn('code_hash', 'text').execute()
    await db.schema
      .alterTable('desk_invitation')
      .addColumn('wrong_codes', 'bigint', column => column.notNull().defaultTo(0))
      .execute()
    // Access from the desk approved nothing for a day, so an earlier or later time shows a change after the first invitation.
    await sql`
      update desk_person
      set given_by = case when created_by is null then '[]' else '["' || created_by || '"]' end, given_at = created_at
      where (created_by is null and approves_from = 0)
        or (created_by is not null and approves_from in (0, created_at + 86400000))
    `.execute(db)
  },
}
