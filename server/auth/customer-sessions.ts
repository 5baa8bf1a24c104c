import { SESSION_IDLE_MS } from '#contract/limits.ts'
import type { Db, Tables } from '#server/store/tables.ts'

export type CustomerSession = {
  readonly id: string
  readonly state: 'live' | 'ended' | 'expired'
  readonly createdAt: number
  readonly usedAt: number
  readonly endedAt: number | null
  /** Number of the customer's sessions that were opened with the same LINE token. */
  readonly reused: number
}

export async function customerSessions(db: Db, customerId: string, now: number): Promise<CustomerSession[]> {
  const sessions = await db
    .selectFrom('session')
    .leftJoin('login_seen', 'login_seen.session_id', 'session.id')
    .select(['session.id', 'created_at', 'used_at', 'expires_at', 'revoked_at', 'login_seen.token_hash'])
    .where('session.customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute()
  const usesOf = (hash: string | null) =>
    hash === null ? 1 : sessions.filter(other => other.token_hash === hash).length
  return sessions.map(session => ({
    id: session.id,
    state: stateOf(session, now),
    createdAt: session.created_at,
    usedAt: session.used_at,
    endedAt: session.revoked_at,
    reused: usesOf(session.token_hash),
  }))
}

type Dated = Pick<Tables['session'], 'revoked_at' | 'expires_at' | 'used_at'>

function stateOf({ revoked_at, expires_at, used_at }: Dated, now: number): CustomerSession['state'] {
  if (revoked_at !== null) return 'ended'
  return now >= expires_at || now >= used_at + SESSION_IDLE_MS ? 'expired' : 'live'
}
