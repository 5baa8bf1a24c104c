import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Answer, AppCallName, QueryInput } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { classify, retryAfterOf } from '#src/outbox/classify.ts'
import type { Failure, Ports, Reply, TabMessage } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { createRetry } from '#src/startup/retry-later.ts'
import { cachedGet, validatorFor } from '#src/storage/cached-get.ts'
import { type CachedResponse, readCache, writeCacheAndNotify } from '#src/storage/cached-response.ts'
import { privateKey, publicKey } from '#src/storage/keys.ts'
import { latestValue } from './resource.ts'
import type { Remote, Resource } from './types.ts'
import { withRenewal } from './with-renewal.ts'

export type RemotePorts = Pick<Ports, 'api' | 'kv' | 'clock' | 'tabs' | 'visibility' | 'connectivity'>

/** The call that a remote makes, and how its response is cached. */
export type Source<N extends AppCallName, T> = {
  readonly route: N
  /** Name in the phone's store. If `identity` is given, the record is private to the customer. */
  readonly name: string
  readonly identity?: Identity
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
  const { identity } = source
  const current = signal<Resource<T>>({ state: 'empty' })
  const reply = signal<Extract<Reply<Answer<N>>, { ok: true }> | null>(null)
  let running: Promise<void> | null = null
  let turn = 0
  let wanted = false
  const later = createRetry(ports, () => void load(true))

  function ready(value: T, at: number, refreshing: boolean) {
    current.value = { state: 'ready', value, at, refreshing }
  }
  const showCopy = (copy: CachedResponse<Answer<N>>) => {
    if (latestValue(current.peek()) === null) ready(source.from(copy.value), copy.at, true)
  }

  async function revalidate(at: string, mine: () => boolean) {
    const ask = () => fetchOnce(ports, source, at, mine, showCopy)
    const answer = await (identity ? withRenewal(identity, ask, mine) : ask())
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
    const at = keyOf(source)
    if (at === null) return Promise.resolve()
    if (!quiet) current.value = loading(current.peek())
    if (running) return running
    later.cancel()
    const myTurn = turn
    const mine = () => myTurn === turn
    running = revalidate(at, mine).finally(() => {
      if (mine()) running = null
    })
    return running
  }

  if (identity)
    effect(() => {
      const customerId = identity.customerId.value
      turn += 1
      running = null
      later.cancel()
      current.value = { state: 'empty' }
      reply.value = null
      if (customerId !== null && wanted) void load()
    })
  if (identity) reloadAfterSignIn(identity, current, load)

  /** Shows an answer that another tab has cached, unless this tab is loading or shows another customer. */
  async function showFromOtherTab(message: TabMessage) {
    if (message.type !== 'cache-changed' || !wanted || running || message.key !== keyOf(source)) return
    const myTurn = turn
    const copy = await readCache(ports.kv, message.key, validatorFor(source.route))
    if (copy === null || myTurn !== turn || running) return
    later.cancel()
    ready(source.from(copy.value), copy.at, false)
  }
  ports.tabs.listen(message => void showFromOtherTab(message))

  return {
    current,
    reply,
    load: () => load(),
    async showCached() {
      const at = keyOf(source)
      if (at === null) return
      const myTurn = turn
      const copy = await readCache(ports.kv, at, validatorFor(source.route))
      if (copy !== null && myTurn === turn && latestValue(current.peek()) === null)
        ready(source.from(copy.value), copy.at, running !== null)
    },
    accept(answer) {
      const at = keyOf(source)
      if (at === null) return
      // Ignore the result of a running request: it was sent before this response arrived and may be older.
      turn += 1
      running = null
      later.cancel()
      const now = ports.clock.now()
      ready(source.from(answer), now, false)
      void writeCacheAndNotify(ports, at, { at: now, etag: null, value: answer })
    },
  }
}

/** Schedules a retry if it may succeed without the customer's help. */
function retryIfTransient(later: Pick<ReturnType<typeof createRetry>, 'schedule'>, failure: Failure): void {
  const verdict = classify(failure)
  if (verdict === 'unreached' || verdict === 'later') later.schedule((retryAfterOf(failure) ?? 0) * 1000)
}

function fetchOnce<N extends AppCallName, T>(
  ports: RemotePorts,
  { route, query, timeout, freshFor }: Source<N, T>,
  key: string,
  isCurrent: () => boolean,
  paint: (copy: CachedResponse<Answer<N>>) => void,
): Promise<Reply<Answer<N>>> {
  return cachedGet(ports, {
    route,
    key,
    ...(query === undefined ? {} : { query }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(freshFor === undefined ? {} : { freshFor }),
    isCurrent,
    paint,
  })
}

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
  const { failure } = answer
  if (absent && failure.kind === 'refused' && failure.code === absent.code)
    return { state: 'ready', value: absent.value, at: now, refreshing: false }
  const at = 'at' in shown ? shown.at : null
  return { state: 'failed', failure, value: latestValue(shown), at }
}

/** Returns the resource's key in the phone's store; null while no customer is signed in. */
function keyOf({ identity, name }: Pick<Source<AppCallName, unknown>, 'identity' | 'name'>): string | null {
  if (!identity) return publicKey(name)
  const customerId = identity.customerId.peek()
  return customerId === null ? null : privateKey(customerId, name)
}
