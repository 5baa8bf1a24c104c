import { createHash } from 'node:crypto'
import { uuidv7 } from '#contract/uuidv7.ts'
import { createOutbox, type Outbox, type OutboxPorts } from '#src/outbox/outbox.ts'
import type { QueueIdentity } from '#src/outbox/sender.ts'
import { createConnectivity } from '#src/platform/connectivity.ts'
import { createApi } from '#src/platform/http.ts'
import type { Ids, KeyValueStore, Leadership, PageVisibility, TabMessage, Tabs } from '#src/ports.ts'
import { createKeyValueStore, createMemoryStore } from '#src/storage/key-value-store.ts'
import type { VirtualClock } from './clock.ts'
import type { Network } from './network.ts'

type Disk = Omit<KeyValueStore, 'durable'>
type Customer = { readonly customerId: string; readonly token: string }

/** The ports of a page, and the functions that end it. */
type Base = {
  readonly ports: OutboxPorts
  readonly identity: QueueIdentity
  readonly newId: () => string
  /** Calls `run` when the signed-in customer changes. */
  onSignIn(run: (customerId: string | null) => void): void
  /** Shows or hides the page. */
  show(visible: boolean): void
  loseStorage(): void
  crashIn(steps: number): void
  dead(): boolean
  crash(): void
  close(): void
}

/** A page with the outbox on its ports and without screens. */
export type Page = {
  readonly outbox: Outbox
  /** False after the page's store failed. */
  durable(): boolean
} & Pick<Base, 'show' | 'loseStorage' | 'crashIn' | 'dead' | 'crash' | 'close'>

export type Phone = {
  readonly disk: Disk
  readonly clock: VirtualClock
  readonly random: () => number
  open(): Page
  base(): Base
  /** Signs a customer in on every page; null signs out. The token is that customer's newest one. */
  signIn(customer: Customer | null): void
  customerId(): string | null
  /** Returns the new token when a page renews its session; null if that is not possible now. */
  renewal: (owner: string) => Promise<string | null>
  /** Set to true to make every write fail with a quota error. */
  full: boolean
  /**
   * Resolves when the first screen of a new page is painted. It is already resolved unless a test replaces
   * it.
   */
  painted: Promise<void>
}

const never = new Promise<never>(() => {})

/** Creates a store in memory for a single page. */
export const pageKv = (): KeyValueStore => ({ ...createMemoryStore(), durable: () => true })

/** Creates a phone whose storage survives its pages. The test controls its network. */
export function makePhone(clock: VirtualClock, network: Network, random: () => number): Phone {
  const disk = createMemoryStore()
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

  /** Imitates Web Locks: the next tab gets the lock when the tab that holds it closes or crashes. */
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
    let sick = false
    let visible = true
    /** Number of steps until the page crashes. A step in progress is cut off before or after its effect. */
    let left = Number.POSITIVE_INFINITY
    const connectivity = createConnectivity({ navigator: { onLine: true }, addEventListener: () => {} })
    const shows = new Set<() => void>()
    const hides = new Set<() => void>()
    const ends = new Set<() => void>()
    const hears = new Set<(message: TabMessage) => void>()
    const signIns = new Set<(customerId: string | null) => void>()
    /** Runs a step of the page. After a crash, the returned promise never resolves. */
    async function alive<T>(work: () => Promise<T>): Promise<T> {
      step()
      if (dead) return never
      const value = await work()
      step()
      return dead ? never : value
    }
    function step() {
      left -= 1
      if (left <= 0 && !dead) end()
    }
    const reading = <T>(work: () => Promise<T>) =>
      alive(() => (sick ? Promise.reject(new DOMException('lost', 'UnknownError')) : work()))
    const writing = <T>(work: () => Promise<T>) =>
      reading(() => (phone.full ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : work()))
    const kv: KeyValueStore = createKeyValueStore({
      get: key => reading(() => disk.get(key)),
      set: entries => writing(() => disk.set(entries)),
      update: (key, change) => writing(() => disk.update(key, change)),
      delete: keys => reading(() => disk.delete(keys)),
      entries: prefix => reading(() => disk.entries(prefix)),
      keys: prefix => reading(() => disk.keys(prefix)),
    })
    const heard = (set: Set<() => void>) => (run: () => void) => {
      set.add(run)
      return () => void set.delete(run)
    }
    const visibility: PageVisibility = {
      visible: () => visible,
      onVisible: heard(shows),
      onHide: heard(hides),
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
          onTraffic: connectivity.report,
        }),
        kv,
        clock: { now: clock.now, after: (ms, run) => clock.after(ms, () => dead || run()) },
        ids,
        tabs,
        leadership: leadership(ends),
        visibility,
        connectivity,
        afterPaint: run => void phone.painted.then(run),
      },
      identity: {
        owner: () => session?.customerId ?? null,
        session: () => 0,
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
      show(next) {
        visible = next
        for (const run of next ? shows : hides) run()
      },
      loseStorage() {
        sick = true
      },
      crashIn(steps) {
        left = steps
      },
      dead: () => dead,
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
    painted: Promise.resolve(),
    customerId: () => session?.customerId ?? null,
    signIn(customer) {
      session = customer
      for (const page of pages) page.signedIn(customer?.customerId ?? null)
    },
    open() {
      const { ports, identity, newId, onSignIn, ...page } = base()
      const outbox = createOutbox(ports, identity, newId())
      onSignIn(() => outbox.ownerChanged())
      outbox.ownerChanged()
      return {
        ...page,
        outbox,
        durable: ports.kv.durable,
        close() {
          outbox.stop()
          page.close()
        },
      }
    },
  }
  return phone
}
