import type { ProvenIdentity } from '#server/auth/line-identity.ts'
import { createSession, endPresentedSession, type NewSession } from '#server/auth/sessions.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Random } from '#server/random.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { recordLanguage } from './language.ts'

/** `tokenUses` is the number of sessions opened with this LINE token, including the new one. */
type SignedIn = Omit<NewSession, 'id'> & { readonly tokenUses: number }

/** Records the token's hash and the app's language, and ends the phone's earlier session, even another customer's. */
export async function signIn(
  db: Db,
  customerId: string,
  identity: ProvenIdentity,
  at: { now: number; random: Random; headers: Headers },
): Promise<SignedIn> {
  await endPresentedSession(db, at.headers.get('authorization'), at.now)
  await recordLanguage(db, customerId, at.headers)
  const { id, accessToken, expiresAt } = await createSession(db, customerId, at)
  await db
    .insertInto('login_seen')
    .values({ session_id: id, token_hash: identity.tokenHash, customer_id: customerId, at: at.now })
    .execute()
  const tokenUses = await countOf(
    db
      .selectFrom('login_seen')
      .where('token_hash', '=', identity.tokenHash)
      .where('customer_id', '=', customerId),
  )
  return { accessToken, expiresAt, tokenUses }
}

/**
 * Logs and counts a sign-in with a LINE token that has already opened a session. The server cannot reject a copied
 * token: it has no nonce, and LINE gives the app the same token for an hour, even after a reload. Call this after the
 * commit.
 */
export function reportTokenReuse(
  deps: Pick<ServerDeps, 'log' | 'metrics'>,
  about: { readonly customerId: string; readonly sessions: number; readonly requestId: string },
): void {
  if (about.sessions < 2) return
  deps.metrics?.tokenReused()
  deps.log.info(about, 'LINE token used again')
}
