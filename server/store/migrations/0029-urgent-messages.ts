import { sql } from 'kysely'
import type { Migration } from './define.ts'

export const urgentMessages: Migration = {
  version: 29,
  name: 'urgent messages',
  kind: 'expand',
  async up(db) {
    await sql`create index message_urgent_idx on message (state, not_before)
      where state = 'waiting' and kind in ('won', 'reserve-promoted', 'confirm-deadline')`.execute(db)
  },
}
