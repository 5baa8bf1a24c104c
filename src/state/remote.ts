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

type IdentityOption<N extends AppCallName> = [N] extends [PrivateCallName]
  ? { readonly identity: Identity }
  : { readonly identity?: never }

/** `Absent` is the value of a resource that does not exist yet. */
export type Source<N extends AppCallName, Absent = never> = IdentityOption<N> & {
  readonly route: N
  readonly name: string
  readonly query?: QueryInput<N>
  readonly timeout?: number
  /** A cached response younger than this (milliseconds) is used without calling the server. */
  readonly freshFor?: number
  /** The error code that means "does not exist yet". */
  readonly absent?: { readonly code: ErrorCode; readonly value: Absent }
}

export type WritableRemote<N extends AppCallName, Absent = never> = Remote<Answer<N> | Absent> & {
  /** Stores and shows a response from another call, such as a write. */
  accept(answer: Answer<N>): void
  /** A running request is discarded, because its response may be older than the latest write. */
  reload(): Promise<void>
  /** Does nothing while the server has requested a pause. Use this if the customer has not tapped. */
  poll(): Promise<void>
  /** Call this when the server has asked for a pause in response to another call (`until` is by the phone's clock). */
  pause(until: number): void
  /** Does nothing if a value is already shown. Never calls the server. */
  showCached(): Promise<void>
  readonly reply: ReadonlySignal<Extract<Reply<Answer<N>>, { ok: true }> | null>
}

/**
 * Shows the cached response first. A private resource is cleared when the customer changes, and loaded for the next
 * customer if a screen has used it. Retries transient failures, and shows newer responses cached by other tabs.
 */
export function createRemote<N extends AppCallName, Absent = never>(
  ports: RemotePorts,
  source: Source<N, Absent>,
): WritableRemote<N, Absent> {
  const { identity, freshFor } = source
  const current = signal<Resource<Answer<N> | Absent>>({ state: 'empty' })
  const reply = signal<Extract<Reply<Answer<N>>, { ok: true }> | null>(null)
  const request = createSingleRequest(ports.clock)
  let wanted = false
  let afterWrite = false
  const later = createRetry(ports, () => void load(true))

  function ready(value: Answer<N>, at: number, refreshing: boolean) {
    current.value = { state: 'ready', value, at, refreshing }
  }
  const showCopy = ({ value, at }: CachedResponse<Answer<N>>) =>
    latestValue(current.peek()) === null && ready(value, at, true)

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

  /** `quiet` means a background retry, which keeps the shown state until there is a response. */
  function load(quiet = false): Promise<void> {
    wanted = true
    if (readNow(source) === null || isMissing(current.peek())) return Promise.resolve()
    if (!quiet) current.value = loading(current.peek())
    if (request.running() === null) later.cancel()
    return request.join(revalidate)
  }

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
    ready(copy.value, copy.at, false)
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
        ready(copy.value, copy.at, request.running() !== null)
    },
    accept(answer) {
      const read = readNow(source)
      if (read === null) return
      discardRunning()
      ready(answer, ports.clock.now(), false)
      void ports.reads.store(read, answer)
    },
  }
}

function createSingleRequest({ now }: Pick<Ports['clock'], 'now'>) {
  let running: Promise<void> | null = null
  let startedAt = 0
  let discarded = 0
  /** Returns a function that returns true until the next `discard()`. */
  function turn(): () => boolean {
    const before = discarded
    return () => before === discarded
  }
  return {
    running: () => running,
    startedAt: () => startedAt,
    turn,
    discard() {
      discarded += 1
      running = null
    },
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

/** Waits for a running request first: the other tab's response may include a later write. */
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
    // The service worker also announces the response that it has just given to this tab.
    if (isLoading && message.etag && message.etag === resource.shown().etag) return
    const copy = await reads.stored(read)
    if (copy !== null && mine() && request.running() === null) show(copy)
  }
  tabs.listen(message => void handle(message))
}

const timeOf = (shown: Resource<unknown>): number => ('at' in shown ? (shown.at ?? 0) : 0)

function retryIfTransient(later: Pick<ReturnType<typeof createRetry>, 'schedule'>, failure: Failure): void {
  const verdict = classify(failure)
  if (verdict === 'unreached' || verdict === 'later') later.schedule(retryAfterOf(failure))
}

const readFor = <N extends AppCallName, Absent>(
  { route, name, query, timeout }: Source<N, Absent>,
  owner: string | null,
): CachedRead<N> => ({
  route,
  name,
  owner,
  ...(query === undefined ? {} : { query }),
  ...(timeout === undefined ? {} : { timeout }),
})

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

function loading<T>(before: Resource<T>): Resource<T> {
  if (before.state === 'ready') return { ...before, refreshing: true }
  if (before.state === 'failed' && before.value !== null && before.at !== null)
    return { state: 'ready', value: before.value, at: before.at, refreshing: true }
  return { state: 'loading' }
}

function settled<T, Absent>(
  { absent }: Pick<Source<AppCallName, Absent>, 'absent'>,
  shown: Resource<T | Absent>,
  answer: Reply<T>,
  now: number,
): Resource<T | Absent> {
  if (answer.ok) return { state: 'ready', value: answer.value, at: now, refreshing: false }
  const { failure, cached } = answer
  const code = failure.kind === 'refused' ? failure.code : null
  // A server with a foreign error format answers 404 for both a missing value and a missing call.
  if (absent && (code === absent.code || failure.kind === 'missing'))
    return { state: 'ready', value: absent.value, at: now, refreshing: false }
  const value = latestValue(shown)
  if (value === null && cached) return { state: 'failed', failure, value: cached.value, at: cached.at }
  return { state: 'failed', failure, value, at: 'at' in shown ? shown.at : null }
}

function readNow<N extends AppCallName, Absent>(source: Source<N, Absent>): CachedRead<N> | null {
  if (!source.identity) return readFor(source, null)
  const customerId = source.identity.customerId.peek()
  return customerId === null ? null : readFor(source, customerId)
}
