import type { Reply } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'

/**
 * Asks in the customer's name; where the session is over, once more under a new one. `wanted`: whether the answer
 * still is, by default as long as the customer is the same.
 */
export async function withRenewal<T>(
  identity: Pick<Identity, 'epoch' | 'sessions' | 'renew'>,
  ask: () => Promise<Reply<T>>,
  wanted: () => boolean = sameCustomer(identity),
): Promise<Reply<T>> {
  const session = identity.sessions.peek()
  const reply = await ask()
  const over = !reply.ok && reply.failure.kind === 'refused' && reply.failure.status === 401
  return over && wanted() && (await identity.renew(session)) && wanted() ? ask() : reply
}

function sameCustomer({ epoch }: Pick<Identity, 'epoch'>): () => boolean {
  const asked = epoch()
  return () => epoch() === asked
}
