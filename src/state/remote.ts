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
import { createRetry } from '#src/startup/retry-later.ts'
import { keyOf } from '#src/storage/cached-reads.ts'
import { cachedGet } from './cached-get.ts'
import { isMissing, latestValue } from './resource.ts'
import type { Remote, Resource } from './types.ts'
import { withRenewal } from './with-renewal.ts'

export type RemotePorts = Pick<Ports, 'api' | 'reads' | 'clock' | 'tabs' | 'visibility' | 'connectivity'>

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
  let running: Promise<void> | null = null
  let turn = 0
  let wanted = false
  const later = createRetry(ports, () => void load(true))

  function ready(value: T, at: number, refreshing: boolean) {
    current.value = { state: 'ready', value, at, refreshing }
  }
  const showCopy = ({ value, at }: CachedResponse<Answer<N>>) =>
    latestValue(current.peek()) === null && ready(source.from(value), at, true)

  async function revalidate(mine: () => boolean) {
    const ask = (owner: string | null) =>
      cachedGet(ports, readFor(source, owner), { freshFor, isCurrent: mine, paint: showCopy })
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
    if (running) return running
    later.cancel()
    const myTurn = turn
    const mine = () => myTurn === turn
    running = revalidate(mine).finally(() => {
      if (mine()) running = null
    })
    return running
  }

  if (identity)
    effect(() => {
      turn += 1
      running = null
      later.cancel()
      current.value = { state: 'empty' }
      reply.value = null
      if (identity.customerId.value !== null && wanted) void load()
    })
  if (identity) reloadAfterSignIn(identity, current, load)

  /** Shows an answer that another tab has cached, unless this tab is loading or shows another customer. */
  async function showFromOtherTab(message: TabMessage) {
    const read = readNow(source)
    if (message.type !== 'cache-changed' || !wanted || running || read === null) return
    if (message.key !== keyOf(read) || timeOf(current.peek()) >= message.at) return
    const myTurn = turn
    const copy = await ports.reads.stored(read)
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
      const read = readNow(source)
      if (read === null) return
      const myTurn = turn
      const copy = await ports.reads.stored(read)
      if (copy !== null && myTurn === turn && latestValue(current.peek()) === null)
        ready(source.from(copy.value), copy.at, running !== null)
    },
    accept(answer) {
      const read = readNow(source)
      if (read === null) return
      // Ignore the result of a running request: it was sent before this response arrived and may be older.
      turn += 1
      running = null
      later.cancel()
      ready(source.from(answer), ports.clock.now(), false)
      void ports.reads.store(read, answer)
    },
  }
}

/** Returns the time of the shown value, or 0 if there is none. */
const timeOf = (shown: Resource<unknown>): number => ('at' in shown ? (shown.at ?? 0) : 0)

/** Schedules a retry if it may succeed without the customer's help. */
function retryIfTransient(later: Pick<ReturnType<typeof createRetry>, 'schedule'>, failure: Failure): void {
  const verdict = classify(failure)
  if (verdict === 'unreached' || verdict === 'later') later.schedule((retryAfterOf(failure) ?? 0) * 1000)
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
