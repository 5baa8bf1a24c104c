import { sql } from 'kysely'
import type { Migration } from './define.ts'

/** Finds the due messages with a confirmation deadline among a million waiting ones. */
export const urgentMessages: Migration = {
  version: 29,
  name: 'urgent messages',
  kind: 'expand',
  async up(db) {
    await sql`create index message_urgent_idx on message (state, not_before)
      where state = 'waiting' and kind in ('won', 'reserve-promoted', 'confirm-deadline')`.execute(db)
  },
}
