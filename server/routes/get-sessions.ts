import { SESSION_IDLE_MS } from '#contract/limits.ts'
import { isoOf } from '#contract/time.ts'
import type { Handler } from '#server/handler.ts'

const MAX_SESSIONS = 100

export const handler: Handler<'getSessions'> = async ({ db, caller, now }) => {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'created_at', 'used_at'])
    .where('customer_id', '=', caller.customerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('used_at', '>', now - SESSION_IDLE_MS)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
  return rows.map(row => ({
    createdAt: isoOf(row.created_at),
    usedAt: isoOf(row.used_at),
    current: row.id === caller.sessionId,
  }))
}
