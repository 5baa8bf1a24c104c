import { isMissingCall } from '#src/domain/missing-call.ts'
import type { Api, Reply } from '#src/ports.ts'
import { ACTIVITY_TIMEOUT_MS } from '#src/startup/limits.ts'

/**
 * Use this only for calls without an id in their path. A foreign 404 may come from a captive portal, so this also tries
 * a call that every server has (spec S7).
 */
export async function orMissing<T>({ api }: { readonly api: Api }, reply: Reply<T>): Promise<Reply<T>> {
  if (reply.ok || !isMissingCall(reply.failure)) return reply
  const isServer =
    reply.failure.kind === 'refused' || (await api.call('activity', { timeout: ACTIVITY_TIMEOUT_MS })).ok
  return isServer ? { ...reply, failure: { kind: 'missing' } } : reply
}
