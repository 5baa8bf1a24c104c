import { isMissingCall } from '#src/domain/missing-call.ts'
import type { Api, Reply } from '#src/ports.ts'
import { ACTIVITY_TIMEOUT_MS } from '#src/startup/limits.ts'

/**
 * Returns the reply with the failure `missing` if the server does not have the call. Only for calls without an id in
 * their path. A 404 in another format than ours may be a captive portal's, so a call that every campaign's server has
 * (spec S7) decides.
 */
export async function orMissing<T>({ api }: { readonly api: Api }, reply: Reply<T>): Promise<Reply<T>> {
  if (reply.ok || !isMissingCall(reply.failure)) return reply
  const isServer =
    reply.failure.kind === 'refused' || (await api.call('activity', { timeout: ACTIVITY_TIMEOUT_MS })).ok
  return isServer ? { ...reply, failure: { kind: 'missing' } } : reply
}
