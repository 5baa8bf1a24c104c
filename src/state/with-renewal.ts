import { classify } from '#src/outbox/classify.ts'
import { type Reply, signedOutFailure } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'

/**
 * If the session has expired or is another customer's, signs in again and repeats the call once, unless another
 * customer has signed in or `stillWanted` returns false. `call` must pass on `owner`.
 */
export async function withRenewal<T>(
  identity: Pick<Identity, 'customerId' | 'epoch' | 'sessions' | 'renew'>,
  call: (owner: string) => Promise<Reply<T>>,
  stillWanted: () => boolean = sameCustomer(identity),
): Promise<Reply<T>> {
  const owner = identity.customerId.peek()
  if (owner === null) return { ok: false, failure: signedOutFailure, headers: null }
  const session = identity.sessions.peek()
  const reply = await call(owner)
  const signInNeeded = !reply.ok && classify(reply.failure) === 'sign-in'
  return signInNeeded && stillWanted() && (await identity.renew(session)) && stillWanted()
    ? call(owner)
    : reply
}

function sameCustomer({ epoch }: Pick<Identity, 'epoch'>): () => boolean {
  const asked = epoch()
  return () => epoch() === asked
}
