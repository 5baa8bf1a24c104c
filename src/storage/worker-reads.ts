import type { AppCallName, QueryInput } from '#contract/calls.ts'
import { RECEIPTS_FIRST_PAGE } from '#contract/limits.ts'
import type { Api, CachedReads } from '#src/ports.ts'
import { optionsOf } from './cached-reads.ts'
import { READ_TIMEOUT_MS } from './limits.ts'

export const FIRST_RECEIPTS = {
  limit: `${RECEIPTS_FIRST_PAGE}`,
} as const satisfies QueryInput<'receiptHistory'>

/** The calls whose responses the service worker caches: master data and the receipt history. */
export const workerRoutes: readonly AppCallName[] = [
  'masterAll',
  'provinces',
  'districts',
  'subdistricts',
  'stores',
  'receiptHistory',
]

/**
 * Sends `workerRoutes` calls to the service worker, which runs the same code as `own`. The page itself only stores
 * these records, because the worker does not see responses to writes.
 */
export function withWorker(own: CachedReads, api: Api, hasWorker: () => boolean): CachedReads {
  const asksWorker = (route: AppCallName) => hasWorker() && workerRoutes.includes(route)
  // If the worker has a cached response, it answers before this timeout.
  const timeout = READ_TIMEOUT_MS.withoutCache
  return {
    async stored(read) {
      if (!asksWorker(read.route)) return own.stored(read)
      const reply = await api.call(read.route, { ...optionsOf(read, null, timeout), cachedOnly: true })
      return reply.ok ? null : (reply.cached ?? null)
    },
    fresh: (read, copy, given) =>
      // Ignore `given`: the worker stores only the responses to its own calls.
      asksWorker(read.route)
        ? api.call(read.route, optionsOf(read, copy, timeout))
        : own.fresh(read, copy, given),
    store: own.store,
  }
}
