import type { Answer, AppCallName } from '#contract/calls.ts'
import { isRecent } from '#contract/recent.ts'
import { HOUR_MS } from '#contract/time.ts'
import type {
  CachedRead,
  CachedReads,
  CachedResponse,
  CallOptions,
  CheckAnswer,
  Failure,
  Ports,
  Tabs,
} from '#src/ports.ts'
import { readCache, recordOf } from './cached-response.ts'
import { privateKey, publicKey } from './keys.ts'
import { READ_TIMEOUT_MS } from './limits.ts'
import { type Writes, writePrivately, writesOf } from './signed-in.ts'

/** An unchanged response is stored again only if its record is older than this, because the address lists are large. */
const REWRITE_AFTER_MS = HOUR_MS

type Host = Pick<Ports, 'api' | 'kv' | 'clock'> & {
  readonly tabs: Pick<Tabs, 'post'>
  /** Loads the contract's schemas, needed only for cached responses of another build. */
  readonly checks: () => Promise<{ readonly checkAnswer: CheckAnswer }>
  /** Runs work that the reply does not wait for. */
  readonly background: (work: () => Promise<void>) => void
}

type AnyRead = Omit<CachedRead<AppCallName>, 'query'>

export const keyOf = ({ owner, name }: Pick<AnyRead, 'owner' | 'name'>): string =>
  owner === null ? publicKey(name) : privateKey(owner, name)

export function optionsOf<N extends AppCallName>(
  { owner, query, signal }: CachedRead<N>,
  copy: CachedResponse<Answer<N>> | null,
  timeout: number,
): CallOptions<N> {
  return {
    ...(owner === null ? {} : { owner }),
    ...(query === undefined ? {} : { query }),
    ...(signal === undefined ? {} : { signal }),
    ...(copy?.etag ? { cached: { etag: copy.etag, value: copy.value } } : {}),
    timeout,
  } as CallOptions<N>
}

export function createCachedReads({ api, kv, clock, tabs, checks, background }: Host): CachedReads {
  const stored = <N extends AppCallName>(read: CachedRead<N>) =>
    readCache(
      kv,
      keyOf(read),
      async value => (await checks().catch(() => null))?.checkAnswer(read.route, value) ?? null,
    )

  /**
   * Stores a response and notifies the other tabs. Stores a private response only while its customer is signed in and,
   * if `before` is given, does not overwrite a newer response.
   */
  async function write({ owner, name }: AnyRead, copy: CachedResponse<unknown>, before?: Writes) {
    const key = keyOf({ owner, name })
    const entry = [key, recordOf(copy)] as const
    const written =
      owner === null ? kv.set([entry]).then(() => true) : writePrivately(kv, owner, name, entry, before)
    // Ignore errors: if nothing is stored, the next visit calls the server.
    if (await written.catch(() => false))
      tabs.post({ type: 'cache-changed', key, at: copy.at, etag: copy.etag })
  }

  return {
    stored,
    async fresh(read, copy, given) {
      const before = read.owner === null ? undefined : writesOf(kv, read.owner)
      const timeout = read.timeout ?? (copy ? READ_TIMEOUT_MS.withCache : READ_TIMEOUT_MS.withoutCache)
      const options = optionsOf(read, copy, timeout)
      const reply = (await given?.(options.cached)) ?? (await api.call(read.route, options))
      if (!reply.ok) {
        // Read the cached response again, because the customer may have signed out in the meantime.
        const cached = isUnanswered(reply.failure) ? await stored(read) : null
        return cached === null ? reply : { ...reply, cached }
      }
      const { value, headers } = reply
      const unchanged =
        copy !== null && value === copy.value && isRecent(copy.at, clock.now(), REWRITE_AFTER_MS)
      if (!unchanged)
        background(async () => {
          const at = clock.now()
          if (read.isCurrent?.() ?? true)
            await write(read, { at, etag: headers.get('etag'), value }, await before)
        })
      return reply
    },
    store: (read, value) => write(read, { at: clock.now(), etag: null, value }),
  }
}

const isUnanswered = (failure: Failure): boolean =>
  failure.kind === 'refused' ? failure.status >= 500 : failure.kind !== 'aborted'
