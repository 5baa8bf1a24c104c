import { sql } from 'kysely'
import { expand } from './define.ts'

/** `given_by` remains null if a manager changed the access later. */
export const accessGivers = expand(
  34,
  'access givers',
  {
    columns: {
      desk_person: { given_by: 'text?', given_at: 'bigint?' },
      desk_approval: { code_hash: 'text?' },
      desk_invitation: { code_hash: 'text?', wrong_codes: 'bigint' },
    },
  },
  db =>
    // A person who was given access at the desk may approve only after a day. Any other `approves_from` therefore means
    // that the access was changed after the invitation.
    sql`
      update desk_person
      set given_by = case when created_by is null then '[]' else '["' || created_by || '"]' end, given_at = created_at
      where (created_by is null and approves_from = 0)
        or (created_by is not null and approves_from in (0, created_at + 86400000))
    `.execute(db),
)
