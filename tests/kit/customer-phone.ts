import * as v from 'valibot'
import { registerForm } from '#contract/schema/customer.ts'
import { HOUR_MS } from '#contract/time.ts'
import { createHeadlessLiff } from '#emulator/headless/create-headless-liff.ts'
import { userAgentOf } from '#emulator/user-agent.ts'
import { registerCustomer } from '#server/identity/register.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { createConnectivity } from '#src/platform/connectivity.ts'
import { createApi } from '#src/platform/http.ts'
import { ids } from '#src/platform/ids.ts'
import { lineFromSdk, type Sdk, type SdkFeatures } from '#src/platform/liff.ts'
import type { Ports, TabMessage, Tabs } from '#src/ports.ts'
import { cleanHash, cleanSearch, withoutRead } from '#src/startup/launch.ts'
import { createApp } from '#src/state/app.ts'
import { createMemoryStore } from '#src/storage/key-value-store.ts'
import { createPageReads } from '#src/storage/page-reads.ts'
import { type Fault, network } from './network.ts'
import { countAsking, withOwnLine } from './own-line.ts'
import { pageLocalStorage } from './page-local-storage.ts'
import { phoneTimers } from './page-timers.ts'
import { profileForm, testServer } from './server.ts'

export const ORIGIN = 'https://campaign.example'

/** Returns whether a call, given as `METHOD path` or as a URL, signs a customer in. */
export const isSignIn = (call: string): boolean => /\/api\/(visit|authorization\/login)$/.test(call)

type Tab = {
  readonly hears: ReadonlySet<(message: TabMessage) => void>
  readonly cookies: ReadonlySet<(token: string | null) => void>
  close(): void
}

const hear = (tab: Tab, message: TabMessage): void => tab.hears.forEach(run => void run(message))

type Serve = (request: Request) => Response | Promise<Response>

type PhoneOptions = {
  readonly rateLimits?: boolean
  /** True if requests to our server have the app's timeouts, which the page's timers measure. */
  readonly timeLimits?: boolean
  readonly between?: (fetch: Serve) => Serve
  /** Spreads the app's retries. Pass a seeded function for a repeatable run. */
  readonly random?: () => number
  /** A `liff` that replaces headless LIFF in the app, and the `fetch` to the LINE that issues its tokens. */
  readonly own?: { readonly liff: object; readonly lineFetch: typeof fetch }
}

export type Phone = Awaited<ReturnType<typeof customerPhone>>
/** One load of the app on the phone. */
export type AppPage = ReturnType<Phone['load']>

/** Creates a phone that runs the real app on headless LIFF with the real server. `between` can replace that server. */
export async function customerPhone(
  scenario: Parameters<typeof createHeadlessLiff>[0] = 'friend',
  {
    rateLimits = false,
    timeLimits = false,
    between = fetch => fetch,
    random = ids.random,
    own,
  }: PhoneOptions = {},
) {
  const headless = await createHeadlessLiff(scenario, { origin: ORIGIN })
  const { liff, lineFetch } = own ?? headless
  const liffId = headless.scenario().apps[0]?.liffId ?? ''
  // Seed the database for the start of the hour, so that tests can share the seeded copy. The clock then advances to
  // the current time.
  const seeded = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const channel = { fetch: lineFetch, channelId: liffId.split('-')[0] ?? '', channelSecret: null }
  const server = await testServer({ now: seeded, rateLimits, deps: { line: channel } })
  server.clock.advance(Date.now() - seeded)
  const state = { fault: (_request: Request): Fault => 'ok', token: null as string | null, skew: 0 }
  const pageTimers = phoneTimers(() => Date.now() + state.skew)
  const wire = network(between(server.fetch), request => state.fault(request))
  const kept = pageLocalStorage()
  const kv = { ...createMemoryStore(), durable: () => true }
  const pages: Tab[] = []
  const asking = countAsking()

  function setToken(token: string | null) {
    state.token = token
    for (const page of pages) for (const run of page.cookies) run(token)
  }

  /** Closes the open pages and loads the app at `url`, by default the URL that LINE opened. */
  function load(url = headless.url()) {
    for (const page of pages.splice(0)) page.close()
    headless.reload(url)
    return open(url)
  }

  /** Opens the app in another tab. With `ownLine`, the tab keeps its own copy of the LINE login (see `own-line.ts`). */
  function open(url: string, { local = kept, ownLine = false } = {}) {
    const cookies = new Set<(token: string | null) => void>()
    const hears = new Set<(message: TabMessage) => void>()
    let here = new URL(url)
    let [visible, closed] = [true, false]
    let own: string | null = null
    const left: string[] = []
    const addresses = [here.pathname + here.search]
    const [moves, shows] = [new Set<(path: string) => void>(), new Set<() => void>()]

    function go(to: string) {
      here = new URL(to, here)
    }
    function move(to: string) {
      const before = here.pathname
      go(to)
      addresses.push(here.pathname + here.search)
      if (here.pathname !== before) for (const run of moves) run(here.pathname)
    }
    const on =
      <T>(set: Set<T>) =>
      (run: T) => {
        set.add(run)
        return () => void set.delete(run)
      }

    const sdk = lineFromSdk(
      liffId,
      asking.holding(liff as unknown as Sdk & SdkFeatures, () => closed),
      {
        userAgent: userAgentOf(headless.scenario().environment) ?? 'Mozilla/5.0 (X11; Linux x86_64)',
        language: 'th-TH',
        hash: () => here.hash,
        setHash: hash => go(hash === '' ? here.pathname + here.search : hash),
        open: () => {},
        finishLoginHere: () => {},
        removeParameters: isRead => go(here.pathname + withoutRead(here.search, isRead) + here.hash),
        onceRead: run => void setTimeout(run),
      },
    )
    const line = asking.counted(sdk)
    const connectivity = createConnectivity({ navigator: { onLine: true }, addEventListener: () => {} })
    const { clock, ...timers } = pageTimers()
    const api = createApi({
      fetch: request => (closed ? new Promise(() => {}) : wire.fetch(request)),
      baseUrl: ORIGIN,
      token: () => state.token,
      clock: timeLimits ? clock : { now: Date.now, after: () => () => {} },
      onTraffic: connectivity.report,
    })
    const tabs: Tabs = {
      post(message) {
        for (const page of pages) if (page.hears !== hears) queueMicrotask(() => hear(page, message))
      },
      listen: on(hears),
    }
    const ports: Ports = {
      api,
      reads: createPageReads({ api, kv, clock, tabs }),
      kv,
      disk: { ...kv, onLost: () => () => {} },
      local,
      clock,
      ids: { ...ids, random },
      cookie: {
        get: () => state.token,
        isOwn: () => own !== null && state.token === own,
        set(token) {
          own = token
          setToken(token)
        },
        remove: () => setToken(null),
        onChange: on(cookies),
      },
      navigation: {
        path: () => here.pathname,
        search: () => here.search.slice(1),
        hash: () => here.hash,
        origin: () => ORIGIN,
        go: move,
        leave: to => void left.push(to),
        reload: () => void left.push('reload'),
        reloadNewest: async () => void left.push('reload'),
        removeSdkParameters: () => move(here.pathname + cleanSearch(here.search) + cleanHash(here.hash)),
        onChange: on(moves),
      },
      visibility: { visible: () => visible, onVisible: on(shows), onHide: () => () => {} },
      connectivity,
      line: ownLine ? withOwnLine(line) : line,
      photos: {
        prepare: async () => ({ ok: false, reason: 'unreadable' }),
        problem: async () => null,
        thumbnail: async () => null,
      },
      tabs,
      copyText: async () => true,
      config: { liffId, oaId: '@campaign' },
      afterPaint: run => run(),
    }
    const app = createApp(ports, { dark: () => false, onChange: () => () => {} })
    pages.push({
      hears,
      cookies,
      close() {
        closed = true
        moves.clear()
        timers.clear()
        cookies.clear()
        hears.clear()
      },
    })
    app.session.start()
    return {
      app,
      line: ports.line,
      /** The URLs for which the page was left, oldest first; `reload` for a reload. */
      left,
      /** Returns the current path and query. */
      address: () => here.pathname + here.search,
      hash: () => here.hash,
      /** The page's paths and queries since it was loaded, oldest first. */
      addresses,
      pass: timers.pass,
      show() {
        visible = true
        for (const run of shows) run()
      },
      hide() {
        visible = false
      },
    }
  }

  return {
    headless,
    server,
    local: kept,
    kv,
    load,
    /** Opens the app in another tab with an empty session storage. */
    openTab: (url: string, options: { readonly ownLine?: boolean } = {}) =>
      open(url, { ...options, local: { ...kept, tab: pageLocalStorage().tab } }),
    delivered: wire.delivered,
    statuses: wire.statuses,
    /**
     * Returns whether the server or LINE is working on requests. If a test advances the clock meanwhile, the app can
     * time out.
     */
    busy: () => wire.busy() || asking.isAsking(),
    isServing: () => wire.busy(),
    token: () => state.token,
    setToken,
    setFault(fault: (request: Request) => Fault) {
      state.fault = fault
    },
    /** Counts the calls to LINE, and can let them hang. */
    lineCalls: asking,
    /** Sets the phone's clock ahead by this many milliseconds. */
    setSkew(ms: number) {
      state.skew = ms
    },
    /** Delivers a message to every open tab, as if another tab had posted it. */
    hear(message: TabMessage) {
      for (const page of pages) hear(page, message)
    },
    /** Registers a LINE user, by default this phone's, directly in the database. Returns the customer's id. */
    async register(user = headless.scenario().user, phoneNumber = '0812345678'): Promise<string> {
      const displayName = headless.scenario().users.find(({ userId }) => userId === user)?.displayName ?? null
      const consents = { consentTerms: 'true', consentPrivacy: 'true' }
      const form = { ...profileForm, ...consents, phone: phoneNumber, lineUserId: user }
      const { deps } = server
      const customer = await inTransaction(server.db, trx =>
        registerCustomer(
          trx,
          { lineUserId: user, displayName, pictureUrl: null },
          v.parse(registerForm, form),
          { now: deps.clock.now(), random: deps.random },
        ),
      )
      return customer.id
    },
  }
}
