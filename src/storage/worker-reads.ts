import type { AppCallName, QueryInput } from '#contract/calls.ts'
import { RECEIPTS_FIRST_PAGE } from '#contract/limits.ts'
import type { Api, CachedReads } from '#src/ports.ts'
import { optionsOf } from './cached-reads.ts'
import { READ_TIMEOUT_MS } from './limits.ts'

/** The first page of the receipt history. Only this page of it is kept on the phone. */
export const FIRST_RECEIPTS = {
  limit: `${RECEIPTS_FIRST_PAGE}`,
} as const satisfies QueryInput<'receiptHistory'>

/** The calls whose answers the service worker keeps, if there is a worker: master data and the receipt history. */
export const workerRoutes: readonly AppCallName[] = [
  'masterAll',
  'provinces',
  'districts',
  'subdistricts',
  'stores',
  'receiptHistory',
]

/**
 * Passes the worker's calls on to the worker, which runs the same code as `own`. `hasWorker` returns true if a worker
 * controls the page. The page then neither reads nor writes these records, except for `store`: it has the answer
 * to a write, which the worker does not see.
 */
export function withWorker(own: CachedReads, api: Api, hasWorker: () => boolean): CachedReads {
  const asksWorker = (route: AppCallName) => hasWorker() && workerRoutes.includes(route)
  // The worker answers earlier if it has a cached response.
  const timeout = READ_TIMEOUT_MS.withoutCache
  return {
    async stored(read) {
      if (!asksWorker(read.route)) return own.stored(read)
      const reply = await api.call(read.route, { ...optionsOf(read, null, timeout), cachedOnly: true })
      return reply.ok ? null : (reply.cached ?? null)
    },
    fresh: (read, copy, given) =>
      // The worker keeps the answers to its own calls only, so these calls are made even if another one has brought the
      // answer.
      asksWorker(read.route)
        ? api.call(read.route, optionsOf(read, copy, timeout))
        : own.fresh(read, copy, given),
    store: own.store,
  }
}
