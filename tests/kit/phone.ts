import { createHash } from 'node:crypto'
import type { QueueIdentity } from '#src/offline/drain.ts'
import { createOutbox, type Outbox, type OutboxPorts } from '#src/offline/outbox.ts'
import { createApi } from '#src/platform/http.ts'
import { uuidv7 } from '#src/platform/ids.ts'
import { createMemoryKv } from '#src/platform/kv.ts'
import type { Ids, Kv, Leadership, TabMessage, Tabs } from '#src/ports.ts'
import type { VirtualClock } from './clock.ts'
import type { Network } from './network.ts'

type Disk = Omit<Kv, 'durable'>
type Customer = { readonly customerId: string; readonly token: string }

/** What a page of the app stands on, and how it ends. */
type Base = {
  readonly ports: OutboxPorts
  readonly identity: QueueIdentity
  readonly newId: () => string
  /** Calls when another customer, or nobody, has signed in. */
  onSignIn(run: (customerId: string | null) => void): void
  crash(): void
  close(): void
}

/** A page of the app with nothing on it: the outbox on the ports, without screens. */
export type Page = { readonly outbox: Outbox; crash(): void; close(): void }

export type Phone = {
  readonly disk: Disk
  readonly clock: VirtualClock
  readonly random: () => number
  open(): Page
  base(): Base
  /** Who is signed in, for every page; null signs out. The token is the newest one of that customer. */
  signIn(customer: Customer | null): void
  customerId(): string | null
  /** What signing in again gives; null: not possible now. */
  renewal: (owner: string) => Promise<string | null>
  /** Refuses to write from now on, as a full phone does. */
  full: boolean
}

const never = new Promise<never>(() => {})

/** A phone whose storage outlives its pages, with a network that its test breaks. */
export function makePhone(clock: VirtualClock, network: Network, random: () => number): Phone {
  const disk = createMemoryKv()
  const pages = new Set<{ signedIn(customerId: string | null): void; hear(message: TabMessage): void }>()
  const held = new Set<string>()
  const queued: { name: string; start: () => void }[] = []
  let session: Customer | null = null

  const ids: Ids = {
    uuid: () =>
      uuidv7(
        clock.now(),
        Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)),
      ),
    sha256: async bytes => createHash('sha256').update(bytes).digest('hex'),
    random,
  }

  function release(name: string) {
    held.delete(name)
    const next = queued.findIndex(waiting => waiting.name === name)
    if (next >= 0) queued.splice(next, 1)[0]?.start()
  }

  /** Locks as a browser has them: they pass on when a page closes or crashes. */
  function leadership(ends: Set<() => void>): Leadership {
    return {
      lead(name, run) {
        const term = new AbortController()
        let mine = false
        const waiting = {
          name,
          start() {
            mine = true
            held.add(name)
            void run(term.signal)
          },
        }
        if (held.has(name)) queued.push(waiting)
        else waiting.start()
        const end = () => {
          ends.delete(end)
          term.abort()
          if (queued.includes(waiting)) queued.splice(queued.indexOf(waiting), 1)
          if (mine) release(name)
          mine = false
        }
        ends.add(end)
        return end
      },
    }
  }

  function base(): Base {
    let dead = false
    const ends = new Set<() => void>()
    const hears = new Set<(message: TabMessage) => void>()
    const signIns = new Set<(customerId: string | null) => void>()
    /** After a crash nothing of this page happens any more. */
    const alive = <T>(work: () => Promise<T>): Promise<T> =>
      dead ? never : work().then(value => (dead ? never : value))
    const writing = <T>(work: () => Promise<T>) =>
      alive(() => (phone.full ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : work()))
    const kv: Kv = {
      get: key => alive(() => disk.get(key)),
      set: entries => writing(() => disk.set(entries)),
      update: (key, change) => writing(() => disk.update(key, change)),
      delete: keys => alive(() => disk.delete(keys)),
      entries: prefix => alive(() => disk.entries(prefix)),
      keys: prefix => alive(() => disk.keys(prefix)),
      durable: () => true,
    }
    const page = {
      hear(message: TabMessage) {
        if (!dead) for (const run of hears) run(message)
      },
      signedIn(customerId: string | null) {
        for (const run of signIns) run(customerId)
      },
    }
    const tabs: Tabs = {
      post(message) {
        for (const other of pages) if (other !== page && !dead) queueMicrotask(() => other.hear(message))
      },
      listen(run) {
        hears.add(run)
        return () => hears.delete(run)
      },
    }
    function end() {
      dead = true
      pages.delete(page)
      for (const stop of ends) stop()
    }
    pages.add(page)
    return {
      ports: {
        api: createApi({
          fetch: request => alive(() => network.fetch(request)),
          baseUrl: 'https://campaign.example',
          token: () => session?.token ?? null,
          clock,
        }),
        kv,
        clock: { now: clock.now, after: (ms, run) => clock.after(ms, () => dead || run()) },
        ids,
        tabs,
        leadership: leadership(ends),
        visibility: { visible: () => true, onVisible: () => () => {}, onHide: () => () => {} },
        connectivity: { state: () => 'unknown', onChange: () => () => {}, onOnline: () => () => {} },
      },
      identity: {
        owner: () => session?.customerId ?? null,
        async renew() {
          const owner = session?.customerId
          const token = owner === undefined ? null : await phone.renewal(owner)
          if (token === null || owner === undefined || session?.customerId !== owner) return false
          session = { customerId: owner, token }
          return true
        },
      },
      newId: ids.uuid,
      onSignIn: run => void signIns.add(run),
      crash: end,
      close: end,
    }
  }

  const phone: Phone = {
    disk,
    clock,
    random,
    base,
    renewal: async () => null,
    full: false,
    customerId: () => session?.customerId ?? null,
    signIn(customer) {
      session = customer
      for (const page of pages) page.signedIn(customer?.customerId ?? null)
    },
    open() {
      const { ports, identity, newId, onSignIn, crash, close } = base()
      const outbox = createOutbox(ports, identity, newId())
      onSignIn(() => outbox.ownerChanged())
      outbox.ownerChanged()
      return {
        outbox,
        crash,
        close() {
          outbox.stop()
          close()
        },
      }
    },
  }
  return phone
}
