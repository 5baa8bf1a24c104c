import type { Answer, AppCallName, QueryInput } from '#contract/calls.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Ports, Reply } from '#src/ports.ts'
import { type CachedResponse, readCache, type Validator, writeCacheAndNotify } from './cached-response.ts'
import { READ_TIMEOUT_MS } from './limits.ts'

/** The contract's schemas: not needed for what this build has kept itself. */
const checks = lazyOnce(() => import('./check-answer.ts'))

/** Reads a copy that another build has kept; none where the schemas do not come. */
export const validatorFor =
  <N extends AppCallName>(route: N): Validator<Answer<N>> =>
  async value =>
    (await checks().catch(() => null))?.checkAnswer(route, value) ?? null

/** The request does not wait longer for the phone's own store, which may hang; for a copy that may do, it does. */
const CACHE_WAIT_MS = { once: 150, fresh: 2000 }
/** A copy that is still right is written anew only when its time is this old: the address lists are large. */
const REWRITE_AFTER_MS = 3_600_000

export type CachedGet<N extends AppCallName> = {
  readonly route: N
  readonly key: string
  readonly query?: QueryInput<N>
  readonly timeout?: number
  /** A copy younger than this, in milliseconds, is an answer: the server is not asked. */
  readonly freshFor?: number
  /** False once the customer has changed: nothing is painted or kept from then on. */
  readonly isCurrent: () => boolean
  /** Gets the phone's copy, if there is one before the server answers. */
  readonly paint: (copy: CachedResponse<Answer<N>>) => void
}

/** Shows the phone's copy at once and asks the server meanwhile. The answer replaces the copy; a failure does not. */
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
  // The phone's clock may have been set back.
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
  // In a turn of its own: to read a long list and to write it at once takes a cheap phone too long.
  if (!unchanged)
    clock.after(0, () => {
      if (get.isCurrent())
        void writeCacheAndNotify(ports, get.key, { at: clock.now(), etag: headers.get('etag'), value })
    })
  return reply
}
