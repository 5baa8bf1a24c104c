import type { Reply } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'

/**
 * Makes an authenticated call. If the session has expired, repeats the call once with a new session.
 * `stillWanted` returns whether the response is still needed; by default, this is true as long as the
 * customer is the same.
 */
export async function withRenewal<T>(
  identity: Pick<Identity, 'epoch' | 'sessions' | 'renew'>,
  call: () => Promise<Reply<T>>,
  stillWanted: () => boolean = sameCustomer(identity),
): Promise<Reply<T>> {
  const session = identity.sessions.peek()
  const reply = await call()
  const sessionExpired = !reply.ok && reply.failure.kind === 'refused' && reply.failure.status === 401
  return sessionExpired && stillWanted() && (await identity.renew(session)) && stillWanted() ? call() : reply
}

function sameCustomer({ epoch }: Pick<Identity, 'epoch'>): () => boolean {
  const asked = epoch()
  return () => epoch() === asked
}
