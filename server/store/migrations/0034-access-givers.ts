import { sql } from 'kysely'
import type { Migration } from './define.ts'

/**
 * Records who gave access. `given_by` remains null if a manager changed it later, because that manager is unknown.
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
    // A person who was given access at the desk may approve only after a day. Any other `approves_from` therefore means
    // that the access was changed after the invitation.
    await sql`
      update desk_person
      set given_by = case when created_by is null then '[]' else '["' || created_by || '"]' end, given_at = created_at
      where (created_by is null and approves_from = 0)
        or (created_by is not null and approves_from in (0, created_at + 86400000))
    `.execute(db)
  },
}
