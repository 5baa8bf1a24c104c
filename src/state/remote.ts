import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Answer, AppCallName, QueryInput } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { classify, retryAfterOf } from '#src/outbox/classify.ts'
import type { Failure, Ports, Reply } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { createRetry } from '#src/startup/retry-later.ts'
import { cachedGet, validatorFor } from '#src/storage/cached-get.ts'
import { readCache, writeCacheAndNotify } from '#src/storage/cached-response.ts'
import { privateKey, publicKey } from '#src/storage/keys.ts'
import { latestValue } from './resource.ts'
import type { Remote, Resource } from './types.ts'
import { withRenewal } from './with-renewal.ts'

export type RemotePorts = Pick<Ports, 'api' | 'kv' | 'clock' | 'tabs' | 'visibility' | 'connectivity'>

/** What a remote loads and how it is cached. */
export type Source<N extends AppCallName, T> = {
  readonly route: N
  /** Name in the phone's store; private to the customer if `identity` is given. */
  readonly name: string
  readonly identity?: Identity
  readonly query?: QueryInput<N>
  readonly timeout?: number
  /** A cached response younger than this (milliseconds) is used without calling the server. */
  readonly freshFor?: number
  readonly from: (answer: Answer<N>) => T
  /** An error code that means "does not exist yet", and the value to use for it. */
  readonly absent?: { readonly code: ErrorCode; readonly value: T }
}

export type WritableRemote<N extends AppCallName, T> = Remote<T> & {
  /** Stores and shows an answer from another call, such as the answer to a write. */
  accept(answer: Answer<N>): void
  /** Shows the cached response if nothing is shown yet, without calling the server. */
  showCached(): Promise<void>
  /** The newest successful answer with its headers. */
  readonly reply: ReadonlySignal<Extract<Reply<Answer<N>>, { ok: true }> | null>
}

/**
 * A server resource that is first shown from the cache. A private resource is cleared when the customer
 * changes, and loaded for the next customer if a screen has used it. After a network or server failure it is
 * retried automatically, and it follows updates by other tabs.
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

  const key = () => {
    if (!identity) return publicKey(source.name)
    const customerId = identity.customerId.peek()
    return customerId === null ? null : privateKey(customerId, source.name)
  }
  const ready = (value: T, at: number, refreshing: boolean) => {
    current.value = { state: 'ready', value, at, refreshing }
  }

  async function fetchOnce(at: string, mine: () => boolean): Promise<Reply<Answer<N>>> {
    return cachedGet(ports, {
      route: source.route,
      key: at,
      ...(source.query === undefined ? {} : { query: source.query }),
      ...(source.timeout === undefined ? {} : { timeout: source.timeout }),
      ...(source.freshFor === undefined ? {} : { freshFor: source.freshFor }),
      isCurrent: mine,
      paint: copy => {
        if (latestValue(current.peek()) === null) ready(source.from(copy.value), copy.at, true)
      },
    })
  }

  function showLoading() {
    const before = current.peek()
    if (before.state === 'ready') current.value = { ...before, refreshing: true }
    else if (before.state === 'failed' && before.value !== null && before.at !== null)
      ready(before.value, before.at, true)
    else current.value = { state: 'loading' }
  }

  async function revalidate(at: string, mine: () => boolean) {
    const ask = () => fetchOnce(at, mine)
    const answer = await (identity ? withRenewal(identity, ask, mine) : ask())
    if (!mine()) return
    if (answer.ok) {
      reply.value = answer
      later.reset()
      return ready(source.from(answer.value), ports.clock.now(), false)
    }
    const { failure } = answer
    if (source.absent && failure.kind === 'refused' && failure.code === source.absent.code)
      return ready(source.absent.value, ports.clock.now(), false)
    const shown = current.peek()
    current.value = {
      state: 'failed',
      failure,
      value: latestValue(shown),
      at: 'at' in shown ? shown.at : null,
    }
    if (isTransient(failure)) later.schedule((retryAfterOf(failure) ?? 0) * 1000)
  }

  /** `quiet`: a background retry; the shown state stays until there is an answer. */
  function load(quiet = false): Promise<void> {
    wanted = true
    const at = key()
    if (at === null) return Promise.resolve()
    if (!quiet) showLoading()
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
  if (identity)
    effect(() => {
      identity.sessions.value
      const shown = current.peek()
      if (shown.state === 'failed' && classify(shown.failure) === 'sign-in') void load()
    })

  /**
   * Shows an answer that another tab has cached, if it belongs to the same customer and this tab is not
   * loading.
   */
  async function show(at: string) {
    if (!wanted || running || at !== key()) return
    const myTurn = turn
    const copy = await readCache(ports.kv, at, validatorFor(source.route))
    if (copy === null || myTurn !== turn || running) return
    later.cancel()
    ready(source.from(copy.value), copy.at, false)
  }
  ports.tabs.listen(message => {
    if (message.type === 'cache-changed') void show(message.key)
  })

  return {
    current,
    reply,
    load: () => load(),
    async showCached() {
      const at = key()
      if (at === null) return
      const myTurn = turn
      const copy = await readCache(ports.kv, at, validatorFor(source.route))
      if (copy !== null && myTurn === turn && latestValue(current.peek()) === null)
        ready(source.from(copy.value), copy.at, running !== null)
    },
    accept(answer) {
      const at = key()
      if (at === null) return
      // Ignore a running request: it was started before this answer and may be older.
      turn += 1
      running = null
      const now = ports.clock.now()
      ready(source.from(answer), now, false)
      later.cancel()
      void writeCacheAndNotify(ports, at, { at: now, etag: null, value: answer })
    },
  }
}

/** True if a retry may succeed without the customer's help. */
function isTransient(failure: Failure): boolean {
  const verdict = classify(failure)
  return verdict === 'unreached' || verdict === 'later'
}
