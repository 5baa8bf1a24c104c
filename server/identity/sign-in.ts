import type { ProvenIdentity } from '#server/auth/line-identity.ts'
import { createSession, type NewSession } from '#server/auth/sessions.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'

/** Creates a session for a customer with a proven LINE identity, and records the hash of the LINE token. */
export async function signIn(
  db: Db,
  customerId: string,
  identity: ProvenIdentity,
  at: { now: number; random: Random },
): Promise<Omit<NewSession, 'id'>> {
  const { id, accessToken, expiresAt } = await createSession(db, customerId, at)
  await db
    .insertInto('login_seen')
    .values({ session_id: id, token_hash: identity.tokenHash, customer_id: customerId, at: at.now })
    .execute()
  return { accessToken, expiresAt }
}
