import { createHash, createHmac } from 'node:crypto'
import { uuidv7 } from '#contract/uuidv7.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import type { OutboxPorts, QueueIdentity } from '#src/outbox/runner-type.ts'
import { createConnectivity } from '#src/platform/connectivity.ts'
import { createApi } from '#src/platform/http.ts'
import type { Ids, KeyValueStore, PageVisibility, TabMessage, Tabs } from '#src/ports.ts'
import { createKeyValueStore, createMemoryStore, withBreaker } from '#src/storage/key-value-store.ts'
import type { VirtualClock } from './clock.ts'
import { createDisk, type TestDisk } from './disk.ts'
import { type Heard, listening } from './heard.ts'
import type { Network } from './network.ts'
import { pageLocalStorage } from './page-local-storage.ts'
import { randomBytes } from './random.ts'

type Customer = { readonly customerId: string; readonly token: string }

type Base = {
  readonly ports: OutboxPorts
  readonly identity: QueueIdentity
  readonly newId: () => string
  /** Calls `run` when the signed-in customer changes. */
  onSignIn(run: (customerId: string | null) => void): void
  show(visible: boolean): void
  loseStorage(): void
  /** Ends the failure that `loseStorage` began. */
  healStorage(): void
  /** Delays the page's timers, messages and responses until `thaw`, like a browser that freezes a hidden tab. */
  freeze(): void
  thaw(): void
  frozen(): boolean
  hasLostStorage(): boolean
  /** Returns the outcome of the most recently finished request. */
  heard(): Heard
  crashIn(steps: number): void
  dead(): boolean
  crash(): void
  close(): void
}

/** A page that runs the outbox without any screens. */
export type Page = {
  readonly outbox: Outbox
  durable(): boolean
} & Omit<Base, 'ports' | 'identity' | 'newId' | 'onSignIn'>

export type Phone = {
  readonly disk: TestDisk
  readonly clock: VirtualClock
  readonly random: () => number
  open(visit?: string): Page
  base(): Base
  signIn(customer: Customer | null): void
  customerId(): string | null
  /** Returns the new token when a page renews its session; null if that is not possible now. */
  renewal: (owner: string) => Promise<string | null>
  /** How far the server's clock is ahead of the phone's, in milliseconds; null if the pages do not know it. */
  serverAhead: number | null
  /** Deletes the phone's database and notifies every page, as when the customer clears the browser's data. */
  deleteDatabase(): Promise<void>
  /** Set to true to make every write fail with a quota error. */
  full: boolean
  /** Called before and after each access of a page to the store or network. May crash the page or lose its store. */
  onStep: (page: Pick<Base, 'crash' | 'loseStorage'>) => void
  /** Resolves when the first screen is painted. It is already resolved unless a test replaces it. */
  painted: Promise<void>
}

const never = new Promise<never>(() => {})

/** Creates an in-memory store for a single page. */
export const pageKv = (): KeyValueStore => ({ ...createMemoryStore(), durable: () => true })

/** Creates a phone whose storage survives its pages. The test controls its network. */
export function makePhone(clock: VirtualClock, network: Pick<Network, 'fetch'>, random: () => number): Phone {
  const disk = createDisk()
  const local = pageLocalStorage()
  const pages = new Set<{
    signedIn(customerId: string | null): void
    hear(message: TabMessage): void
    losesDatabase(): void
  }>()
  let sessions = 0
  let session: Customer | null = null

  const ids: Ids = {
    uuid: () => uuidv7(clock.now(), randomBytes(random)),
    sha256: async bytes => createHash('sha256').update(bytes).digest('hex'),
    hmacSha256: async (key, text) => createHmac('sha256', key).update(text).digest(),
    random,
  }

  function base(): Base {
    let dead = false
    let sick = false
    let visible = true
    /** The work that a frozen page has to do when it is thawed; null if the page is not frozen. */
    let delayed: (() => void)[] | null = null
    /** Number of steps until the page crashes: one before and one after each access to the store or the network. */
    let left = Number.POSITIVE_INFINITY
    const connectivity = createConnectivity({ navigator: { onLine: true }, addEventListener: () => {} })
    const shows = new Set<() => void>()
    const hides = new Set<() => void>()
    const hears = new Set<(message: TabMessage) => void>()
    const signIns = new Set<(customerId: string | null) => void>()
    const losses = new Set<() => void>()
    /** Runs an access of the page to the store or the network. After a crash, the returned promise never resolves. */
    async function alive<T>(work: () => Promise<T>): Promise<T> {
      step()
      if (dead) return never
      const value = await work()
      if (delayed) await new Promise<void>(whenThawed)
      step()
      return dead ? never : value
    }
    function step() {
      left -= 1
      if (left <= 0 && !dead) end()
      if (!dead) phone.onStep(handle)
    }
    function whenThawed(run: () => void) {
      if (delayed) delayed.push(run)
      else run()
    }
    const handle = {
      crash: end,
      loseStorage() {
        sick = true
      },
    }
    const reading = <T>(work: () => Promise<T>) =>
      alive(() => (sick ? Promise.reject(new DOMException('lost', 'UnknownError')) : work()))
    const writing = <T>(work: () => Promise<T>) =>
      reading(() => (phone.full ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : work()))
    const pageDisk = withBreaker(
      {
        get: key => reading(() => disk.get(key)),
        set: entries => writing(() => disk.set(entries)),
        transact: (key, change) => writing(() => disk.transact(key, change)),
        delete: keys => reading(() => disk.delete(keys)),
        deletePrefix: prefix => reading(() => disk.deletePrefix(prefix)),
        entries: prefix => reading(() => disk.entries(prefix)),
        keys: prefix => reading(() => disk.keys(prefix)),
      },
      clock,
    )
    const kv = createKeyValueStore(pageDisk)
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
        whenThawed(() => {
          if (!dead) for (const run of hears) run(message)
        })
      },
      signedIn(customerId: string | null) {
        whenThawed(() => {
          for (const run of signIns) run(customerId)
        })
      },
      losesDatabase() {
        whenThawed(() => {
          for (const run of losses) run()
        })
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
    }
    pages.add(page)
    const ear = listening(request => alive(() => network.fetch(request)))
    return {
      ports: {
        api: createApi({
          fetch: ear.fetch,
          baseUrl: 'https://campaign.example',
          token: () => session?.token ?? null,
          clock,
          onTraffic: connectivity.report,
        }),
        kv,
        disk: { ...pageDisk, onLost: heard(losses) },
        local,
        clock: { now: clock.now, after: (ms, run) => clock.after(ms, () => whenThawed(() => dead || run())) },
        ids,
        tabs,
        visibility,
        connectivity,
        afterPaint: run => void phone.painted.then(run),
      },
      identity: {
        owner: () => session?.customerId ?? null,
        session: () => sessions,
        async renew() {
          const owner = session?.customerId
          const token = owner === undefined ? null : await phone.renewal(owner)
          if (token === null || owner === undefined || session?.customerId !== owner) return false
          session = { customerId: owner, token }
          sessions += 1
          return true
        },
        serverAhead: () => phone.serverAhead,
      },
      newId: ids.uuid,
      onSignIn: run => void signIns.add(run),
      show(next) {
        visible = next
        for (const run of next ? shows : hides) run()
      },
      ...handle,
      healStorage() {
        sick = false
      },
      freeze() {
        delayed ??= []
      },
      thaw() {
        const due = delayed ?? []
        delayed = null
        for (const run of due) run()
      },
      frozen: () => delayed !== null,
      hasLostStorage: () => sick,
      heard: ear.heard,
      crashIn(steps) {
        left = steps
      },
      dead: () => dead,
      close: end,
    }
  }

  const phone: Phone = {
    disk,
    clock,
    random,
    base,
    renewal: async () => null,
    serverAhead: null,
    async deleteDatabase() {
      const deleted = disk.deletePrefix('')
      // Notify the pages before any of them can see the empty database, as `reopening-store.ts` does.
      for (const page of pages) page.losesDatabase()
      await deleted
    },
    full: false,
    onStep: () => {},
    painted: Promise.resolve(),
    customerId: () => session?.customerId ?? null,
    signIn(customer) {
      session = customer
      sessions += 1
      for (const page of pages) page.signedIn(customer?.customerId ?? null)
    },
    open(visit) {
      const { ports, identity, newId, onSignIn, ...page } = phone.base()
      const outbox = createOutbox(ports, identity, visit ?? newId())
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
