import type { Answer, AppCallName, QueryInput } from '#contract/calls.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Ports, Reply } from '#src/ports.ts'
import { type CachedResponse, readCache, type Validator, writeCacheAndNotify } from './cached-response.ts'
import { READ_TIMEOUT_MS } from './limits.ts'

/**
 * Loads the contract's schemas on demand, because responses cached by this build are used without validation.
 */
const checks = lazyOnce(() => import('./check-answer.ts'))

/**
 * Returns a validator for responses that another build has cached. The validator returns null if the schemas
 * cannot be loaded.
 */
export const validatorFor =
  <N extends AppCallName>(route: N): Validator<Answer<N>> =>
  async value =>
    (await checks().catch(() => null))?.checkAnswer(route, value) ?? null

/**
 * How long a request waits for the phone's store, which may hang. The wait is longer if a fresh cached
 * response would make the request unnecessary.
 */
const CACHE_WAIT_MS = { once: 150, fresh: 2000 }
/**
 * If the server's response is unchanged, it is stored again only if the stored time is older than this,
 * because the address lists are large.
 */
const REWRITE_AFTER_MS = 3_600_000

export type CachedGet<N extends AppCallName> = {
  readonly route: N
  readonly key: string
  readonly query?: QueryInput<N>
  readonly timeout?: number
  /** If the cached response is younger than this (milliseconds), the server is not called. */
  readonly freshFor?: number
  /** Returns false once the customer has changed. After that, nothing is shown or stored. */
  readonly isCurrent: () => boolean
  /** Called with the cached response if it has been read before the server responds. */
  readonly paint: (copy: CachedResponse<Answer<N>>) => void
}

/**
 * Shows the cached response while the request to the server is running. A successful response replaces it; a
 * failure does not.
 */
export async function cachedGet<N extends AppCallName>(
  ports: Pick<Ports, 'api' | 'kv' | 'clock' | 'tabs'>,
  get: CachedGet<N>,
): Promise<Reply<Answer<N>>> {
  const { kv, clock } = ports
  let answered = false
  const reading = readCache(kv, get.key, validatorFor(get.route)).then(found => {
    if (found && !answered && get.isCurrent()) get.paint(found)
    return found
  })
  const copy = await Promise.race([
    reading,
    new Promise<null>(resolve =>
      clock.after(CACHE_WAIT_MS[get.freshFor === undefined ? 'once' : 'fresh'], () => resolve(null)),
    ),
  ])
  // `Math.abs` is needed, because the phone's clock may have been set back.
  if (copy !== null && Math.abs(clock.now() - copy.at) < (get.freshFor ?? 0))
    return { ok: true, value: copy.value, headers: new Headers() }
  const reply = await ports.api.call(get.route, {
    ...(get.query === undefined ? {} : { query: get.query }),
    ...(copy?.etag ? { cached: { etag: copy.etag, value: copy.value } } : {}),
    timeout: get.timeout ?? (copy ? READ_TIMEOUT_MS.withCache : READ_TIMEOUT_MS.withoutCache),
  })
  answered = true
  if (!reply.ok || !get.isCurrent()) return reply
  const unchanged = copy !== null && reply.value === copy.value && clock.now() - copy.at < REWRITE_AFTER_MS
  const { value, headers } = reply
  // Store it in a separate task: parsing and storing a long list in one task blocks a cheap phone for too
  // long.
  if (!unchanged)
    clock.after(0, () => {
      if (get.isCurrent())
        void writeCacheAndNotify(ports, get.key, { at: clock.now(), etag: headers.get('etag'), value })
    })
  return reply
}
