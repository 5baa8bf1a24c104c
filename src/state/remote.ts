import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Answer, AppCallName, QueryInput } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { classify, retryAfterOf } from '#src/outbox/classify.ts'
import type {
  CachedRead,
  CachedResponse,
  Failure,
  Ports,
  PrivateCallName,
  Reply,
  TabMessage,
} from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { keyOf } from '#src/storage/cached-reads.ts'
import { cachedGet } from './cached-get.ts'
import { isMissing, latestValue } from './resource.ts'
import { createRetry } from './retry-later.ts'
import type { Remote, Resource } from './types.ts'
import { withRenewal } from './with-renewal.ts'

export type RemotePorts = Pick<
  Ports,
  'api' | 'reads' | 'clock' | 'ids' | 'tabs' | 'visibility' | 'connectivity'
>

/**
 * A call with a session is made for the customer of `identity`, and its response is stored under that customer's
 * id. A public call has no identity.
 */
type IdentityOption<N extends AppCallName> = [N] extends [PrivateCallName]
  ? { readonly identity: Identity }
  : { readonly identity?: never }

/** The call that a remote makes, and how its response is cached. */
export type Source<N extends AppCallName, T> = IdentityOption<N> & {
  readonly route: N
  /** Name in the phone's store. */
  readonly name: string
  readonly query?: QueryInput<N>
  readonly timeout?: number
  /** If a cached response is younger than this (milliseconds), it is used without calling the server. */
  readonly freshFor?: number
  readonly from: (answer: Answer<N>) => T
  /** An error code that means "does not exist yet", and the value to show in that case. */
  readonly absent?: { readonly code: ErrorCode; readonly value: T }
}

export type WritableRemote<N extends AppCallName, T> = Remote<T> & {
  /** Stores and shows a response from another call, such as the response to a write. */
  accept(answer: Answer<N>): void
  /** Loads the resource after a write. Discards a running request, because its answer may be older than the write. */
  reload(): Promise<void>
  /** Loads the resource unless the server has asked for a pause. For calls that no customer has started. */
  poll(): Promise<void>
  /** Tells the resource that another call was asked to pause until this time, by the phone's clock. */
  pause(until: number): void
  /** Shows the cached response if no value is shown yet. Does not call the server. */
  showCached(): Promise<void>
  /** The newest successful response with its headers. */
  readonly reply: ReadonlySignal<Extract<Reply<Answer<N>>, { ok: true }> | null>
}

/**
 * Creates a server resource that is first shown from the cache. If it is private, it is cleared when the
 * customer changes, and loaded for the next customer if a screen has used it. After a network or server
 * failure it is retried automatically. It is also updated when another tab has cached a newer response.
 */
export function createRemote<N extends AppCallName, T>(
  ports: RemotePorts,
  source: Source<N, T>,
): WritableRemote<N, T> {
  const { identity, freshFor } = source
  const current = signal<Resource<T>>({ state: 'empty' })
  const reply = signal<Extract<Reply<Answer<N>>, { ok: true }> | null>(null)
  const request = createSingleRequest(ports.clock)
  let wanted = false
  let afterWrite = false
  const later = createRetry(ports, () => void load(true))

  function ready(value: T, at: number, refreshing: boolean) {
    current.value = { state: 'ready', value, at, refreshing }
  }
  const showCopy = ({ value, at }: CachedResponse<Answer<N>>) =>
    latestValue(current.peek()) === null && ready(source.from(value), at, true)

  async function revalidate(mine: () => boolean) {
    const read = { ...(afterWrite && { afterWrite }) }
    afterWrite = false
    const ask = (owner: string | null) =>
      cachedGet(ports, { ...readFor(source, owner), ...read }, { freshFor, isCurrent: mine, paint: showCopy })
    const answer = await (identity ? withRenewal(identity, ask, mine) : ask(null))
    if (!mine()) return
    if (answer.ok) {
      reply.value = answer
      later.reset()
    }
    const next = settled(source, current.peek(), answer, ports.clock.now())
    current.value = next
    if (next.state === 'failed') retryIfTransient(later, next.failure)
  }

  /**
   * Loads the resource. `quiet` is true for a retry in the background, which keeps the shown state until
   * there is a response.
   */
  function load(quiet = false): Promise<void> {
    wanted = true
    if (readNow(source) === null || isMissing(current.peek())) return Promise.resolve()
    if (!quiet) current.value = loading(current.peek())
    if (request.running() === null) later.cancel()
    return request.join(revalidate)
  }

  /** Ignores the answer of a running request from now on. */
  function discardRunning() {
    request.discard()
    later.cancel()
  }

  if (identity)
    effect(() => {
      discardRunning()
      current.value = { state: 'empty' }
      reply.value = null
      if (identity.customerId.value !== null && wanted) void load()
    })
  if (identity) reloadAfterSignIn(identity, current, load)

  const shown = () => ({ at: timeOf(current.peek()), etag: reply.peek()?.headers.get('etag') ?? null })
  listenToOtherTabs(ports, request, { read: () => (wanted ? readNow(source) : null), shown }, copy => {
    later.cancel()
    ready(source.from(copy.value), copy.at, false)
  })

  return {
    current,
    reply,
    load: () => load(),
    poll: async () => void (later.isPaused() || (await load(true))),
    pause: later.pause,
    reload() {
      discardRunning()
      afterWrite = true
      return load()
    },
    async showCached() {
      const read = readNow(source)
      if (read === null) return
      const mine = request.turn()
      const copy = await ports.reads.stored(read)
      if (copy !== null && mine() && latestValue(current.peek()) === null)
        ready(source.from(copy.value), copy.at, request.running() !== null)
    },
    accept(answer) {
      const read = readNow(source)
      if (read === null) return
      // A running request was sent before this response arrived, so its answer may be older.
      discardRunning()
      ready(source.from(answer), ports.clock.now(), false)
      void ports.reads.store(read, answer)
    },
  }
}

/** Makes one request at a time. The answer of a discarded request must be ignored. */
function createSingleRequest({ now }: Pick<Ports['clock'], 'now'>) {
  let running: Promise<void> | null = null
  let startedAt = 0
  let discarded = 0
  /** Returns a function that is true until the next `discard()`. */
  function turn(): () => boolean {
    const before = discarded
    return () => before === discarded
  }
  return {
    running: () => running,
    /** When the running request has started. */
    startedAt: () => startedAt,
    turn,
    discard() {
      discarded += 1
      running = null
    },
    /** Makes a request, or returns the running one. */
    join(make: (mine: () => boolean) => Promise<void>): Promise<void> {
      if (running) return running
      const mine = turn()
      startedAt = now()
      running = make(mine).finally(() => {
        if (mine()) running = null
      })
      return running
    },
  }
}

/**
 * Shows the answers that other tabs cache. If this tab is loading, its own answer comes first: the other tab may have
 * cached the answer to a write that the server received after this tab's request.
 */
function listenToOtherTabs<N extends AppCallName>(
  { tabs, reads }: Pick<Ports, 'tabs' | 'reads'>,
  request: ReturnType<typeof createSingleRequest>,
  resource: {
    readonly read: () => CachedRead<N> | null
    readonly shown: () => { readonly at: number; readonly etag: string | null }
  },
  show: (copy: CachedResponse<Answer<N>>) => void,
): void {
  async function handle(message: TabMessage) {
    const read = resource.read()
    if (message.type !== 'cache-changed' || read === null || message.key !== keyOf(read)) return
    const isLoading = request.running() !== null
    if (isLoading ? message.at < request.startedAt() : message.at <= resource.shown().at) return
    const mine = request.turn()
    await request.running()
    // The service worker also reports the answer that it has just given to this tab.
    if (isLoading && message.etag && message.etag === resource.shown().etag) return
    const copy = await reads.stored(read)
    if (copy !== null && mine() && request.running() === null) show(copy)
  }
  tabs.listen(message => void handle(message))
}

/** Returns the time of the shown value, or 0 if there is none. */
const timeOf = (shown: Resource<unknown>): number => ('at' in shown ? (shown.at ?? 0) : 0)

/** Schedules a retry if it may succeed without the customer's help. */
function retryIfTransient(later: Pick<ReturnType<typeof createRetry>, 'schedule'>, failure: Failure): void {
  const verdict = classify(failure)
  if (verdict === 'unreached' || verdict === 'later') later.schedule(retryAfterOf(failure))
}

/** Returns the call for `owner`, whose id is also part of the record's key; null for a public call. */
const readFor = <N extends AppCallName, T>(
  { route, name, query, timeout }: Source<N, T>,
  owner: string | null,
): CachedRead<N> => ({
  route,
  name,
  owner,
  ...(query === undefined ? {} : { query }),
  ...(timeout === undefined ? {} : { timeout }),
})

/** Loads a resource again with each new session if it failed because the session had expired. */
function reloadAfterSignIn(
  { sessions }: Identity,
  current: ReadonlySignal<Resource<unknown>>,
  load: () => Promise<void>,
): void {
  effect(() => {
    sessions.value
    const shown = current.peek()
    if (shown.state === 'failed' && classify(shown.failure) === 'sign-in') void load()
  })
}

/** Returns the resource while it is loading: its value stays visible. */
function loading<T>(before: Resource<T>): Resource<T> {
  if (before.state === 'ready') return { ...before, refreshing: true }
  if (before.state === 'failed' && before.value !== null && before.at !== null)
    return { state: 'ready', value: before.value, at: before.at, refreshing: true }
  return { state: 'loading' }
}

/** Returns the resource after an answer. After a failure its value stays visible. */
function settled<N extends AppCallName, T>(
  { from, absent }: Source<N, T>,
  shown: Resource<T>,
  answer: Reply<Answer<N>>,
  now: number,
): Resource<T> {
  if (answer.ok) return { state: 'ready', value: from(answer.value), at: now, refreshing: false }
  const { failure, cached } = answer
  const code = failure.kind === 'refused' ? failure.code : null
  // A server with another error format answers 404 both if the value does not exist and if the call does not.
  if (absent && (code === absent.code || failure.kind === 'missing'))
    return { state: 'ready', value: absent.value, at: now, refreshing: false }
  const value = latestValue(shown)
  if (value === null && cached) return { state: 'failed', failure, value: from(cached.value), at: cached.at }
  return { state: 'failed', failure, value, at: 'at' in shown ? shown.at : null }
}

/** Returns the call for the customer who is signed in now; null if the call needs a customer and there is none. */
function readNow<N extends AppCallName, T>(source: Source<N, T>): CachedRead<N> | null {
  if (!source.identity) return readFor(source, null)
  const customerId = source.identity.customerId.peek()
  return customerId === null ? null : readFor(source, customerId)
}
