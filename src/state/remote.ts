import { effect, type ReadonlySignal, signal } from '@preact/signals-react'
import type { ErrorCode } from '#contract/errors.ts'
import type { Answer, QueryInput, RouteName } from '#contract/routes.ts'
import { cachedGet } from '#src/offline/cached-get.ts'
import { writeCopy } from '#src/offline/copy.ts'
import { privateKey, publicKey } from '#src/offline/keys.ts'
import type { Ports, Reply } from '#src/ports.ts'
import type { Identity } from './identity.ts'
import type { Remote, Resource } from './types.ts'

export type RemotePorts = Pick<Ports, 'api' | 'kv' | 'clock'>

/** What a remote reads. */
export type Source<N extends RouteName, T> = {
  readonly route: N
  /** Its name in the phone's store; under the customer's own part where `identity` is given. */
  readonly name: string
  readonly identity?: Identity
  readonly query?: QueryInput<N>
  readonly timeout?: number
  readonly from: (answer: Answer<N>) => T
  /** A refusal that is an answer: there is no such thing yet. */
  readonly absent?: { readonly code: ErrorCode; readonly value: T }
}

export type WritableRemote<N extends RouteName, T> = Remote<T> & {
  /** Takes an answer that came another way, such as that to a write. */
  accept(answer: Answer<N>): void
  /** The newest whole answer with its headers. */
  readonly reply: ReadonlySignal<Extract<Reply<Answer<N>>, { ok: true }> | null>
}

/** The value of a resource, whatever its state; null when there is none. */
export const knownOf = <T>(resource: Resource<T>): T | null =>
  resource.state === 'ready' || resource.state === 'failed' ? resource.value : null

/**
 * One thing of the server's, painted from the phone's copy. A private one empties itself when the customer changes
 * and loads again for the next one, if a screen had asked for it.
 */
export function createRemote<N extends RouteName, T>(
  ports: RemotePorts,
  source: Source<N, T>,
): WritableRemote<N, T> {
  const { identity } = source
  const current = signal<Resource<T>>({ state: 'empty' })
  const reply = signal<Extract<Reply<Answer<N>>, { ok: true }> | null>(null)
  let running: Promise<void> | null = null
  let turn = 0
  let wanted = false

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
      current: mine,
      paint: copy => {
        if (knownOf(current.peek()) === null) ready(source.from(copy.value), copy.at, true)
      },
    })
  }

  async function revalidate(at: string, mine: () => boolean) {
    const before = current.peek()
    if (before.state === 'ready') current.value = { ...before, refreshing: true }
    else if (before.state === 'failed' && before.value !== null && before.at !== null)
      ready(before.value, before.at, true)
    else current.value = { state: 'loading' }
    const session = identity?.session()
    let answer = await fetchOnce(at, mine)
    const expired = !answer.ok && answer.failure.kind === 'refused' && answer.failure.status === 401
    if (expired && identity && mine() && (await identity.renew(session)) && mine())
      answer = await fetchOnce(at, mine)
    if (!mine()) return
    if (answer.ok) {
      reply.value = answer
      return ready(source.from(answer.value), ports.clock.now(), false)
    }
    const { failure } = answer
    if (source.absent && failure.kind === 'refused' && failure.code === source.absent.code)
      return ready(source.absent.value, ports.clock.now(), false)
    const shown = current.peek()
    current.value = {
      state: 'failed',
      failure,
      value: knownOf(shown),
      at: shown.state === 'ready' ? shown.at : null,
    }
  }

  function load(): Promise<void> {
    wanted = true
    const at = key()
    if (at === null) return Promise.resolve()
    if (running) return running
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
      current.value = { state: 'empty' }
      reply.value = null
      if (customerId !== null && wanted) void load()
    })

  return {
    current,
    reply,
    load,
    accept(answer) {
      const at = key()
      if (at === null) return
      // What is still on its way was asked before this and is older.
      turn += 1
      running = null
      const now = ports.clock.now()
      ready(source.from(answer), now, false)
      void writeCopy(ports.kv, at, { at: now, etag: null, value: answer })
    },
  }
}
