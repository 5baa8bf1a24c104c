import { sql } from 'kysely'
import { expand } from './define.ts'

/** Adds multicasts, and indexes for finding the due messages among a million waiting ones. */
export const multicasts = expand(
  21,
  'multicasts',
  {
    tables: {
      message_multicast: {
        columns: {
          id: 'text',
          content: 'text',
          not_before: 'bigint',
          attempts: 'integer',
          retry_key: 'text?',
          key_at: 'bigint?',
          unsure: 'integer',
          created_at: 'bigint',
        },
        primaryKey: ['id'],
        indexes: [['not_before']],
      },
    },
    columns: { message: { is_shared: 'integer', is_alone: 'integer', multicast_id: 'text?' } },
  },
  async db => {
    for (const index of [
      sql`create index message_multicast_id_idx on message (multicast_id) where multicast_id is not null`,
      sql`create index message_single_idx on message (is_shared, state, not_before)
        where state = 'waiting' and is_shared = 0 and digest_lead is null`,
      sql`create index message_shared_idx on message (kind, not_before, subject)
        where state = 'waiting' and is_shared = 1 and multicast_id is null`,
    ])
      await index.execute(db)
  },
)
