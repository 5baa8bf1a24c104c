import { createHash, createHmac } from 'node:crypto'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { Fetch } from '#server/http/pipeline.ts'
import { createConnectivity } from '#src/platform/connectivity.ts'
import { createApi } from '#src/platform/http.ts'
import type { Ids, Line, LineReply, Ports } from '#src/ports.ts'
import { createApp } from '#src/state/app.ts'
import type { App } from '#src/state/types.ts'
import { createKeyValueStore, withBreaker } from '#src/storage/key-value-store.ts'
import { JOBS } from '#src/storage/keys.ts'
import { createPageReads } from '#src/storage/page-reads.ts'
import { olderJob } from '#tests/kit/chaos/phone-acts.ts'
import { createDisk } from '#tests/kit/disk.ts'
import { pageLocalStorage } from '#tests/kit/page-local-storage.ts'
import { untilCalled } from '#tests/kit/until-called.ts'
import type { Chance } from './chance.ts'
import type { EmulatedLine } from './line.ts'
import type { Time } from './time.ts'

const ORIGIN = 'https://campaign.example'
const LINE_TRAVEL_MS = 60

type World = {
  readonly time: Time
  readonly chance: Chance
  readonly line: EmulatedLine
  readonly fetch: Fetch
}
type Owner = { readonly userId: string; readonly displayName: string }

/** One load of the app in LINE's in-app browser. */
export type AppPage = {
  readonly app: App
  /** Closes the page, as the customer or the phone does. None of its code runs any longer. */
  close(): void
  isClosed(): boolean
  /** Resolves when the page is closed. */
  readonly closed: Promise<void>
}

/** A customer's phone. Its storage outlives its pages. */
export type Phone = ReturnType<typeof createPhone>

export function createPhone(world: World, owner: Owner) {
  const { time, chance } = world
  const disk = createDisk()
  const local = pageLocalStorage()
  let token: string | null = null
  let skew = 0
  let page: AppPage | null = null
  const now = () => time.now() + skew
  const ids: Ids = {
    uuid: () => uuidv7(now(), chance.bytes(16)),
    sha256: async bytes => createHash('sha256').update(bytes).digest('hex'),
    hmacSha256: async (key, text) => createHmac('sha256', key).update(text).digest(),
    random: chance.next,
  }

  function open(path = '/'): AppPage {
    page?.close()
    let isClosed = false
    let here = new URL(path, ORIGIN)
    const moves = new Set<(path: string) => void>()
    const never = () => () => {}
    const cookies = new Set<(token: string | null) => void>()
    const clock: Ports['clock'] = {
      now,
      after: (ms, run) => time.after(ms, () => isClosed || run()),
    }
    const setToken = (next: string | null) => {
      token = next
      for (const run of cookies) run(next)
    }
    const connectivity = createConnectivity({ navigator: { onLine: true }, addEventListener: () => {} })
    const api = createApi({
      async fetch(request) {
        if (isClosed) return new Promise(() => {})
        const outcome = await world.fetch(request).catch((error: unknown) => ({ error }))
        if (isClosed) return new Promise(() => {})
        if ('error' in outcome) throw outcome.error
        return outcome
      },
      baseUrl: ORIGIN,
      token: () => token,
      language: () => (Number.parseInt(owner.userId.slice(-1), 16) % 2 === 0 ? 'th' : 'en'),
      clock,
      onTraffic: connectivity.report,
    })
    const pageDisk = withBreaker(disk, clock)
    const kv = createKeyValueStore(pageDisk)
    const tabs: Ports['tabs'] = { post: () => {}, listen: never }
    const ports: Ports = {
      api,
      reads: createPageReads({ api, kv, clock, tabs }),
      kv,
      disk: { ...pageDisk, onLost: never },
      local,
      clock,
      ids,
      cookie: {
        get: () => token,
        isOwn: () => token !== null,
        set: setToken,
        remove: () => setToken(null),
        onChange(run) {
          cookies.add(run)
          return () => void cookies.delete(run)
        },
      },
      navigation: {
        path: () => here.pathname,
        search: () => here.search.slice(1),
        hash: () => here.hash,
        origin: () => ORIGIN,
        go(to) {
          here = new URL(to, here)
          for (const run of moves) run(here.pathname)
        },
        leave: () => {},
        reload: () => {},
        reloadNewest: async () => {},
        removeSdkParameters: () => {},
        onChange(run) {
          moves.add(run)
          return () => void moves.delete(run)
        },
      },
      visibility: { visible: () => true, onVisible: never, onHide: never },
      connectivity,
      line: createLine(world, owner),
      photos: {
        prepare: async () => ({ ok: false, reason: 'unreadable' }),
        problem: async () => null,
        thumbnail: async () => null,
      },
      tabs,
      copyText: async () => true,
      config: { liffId: world.line.liffId, oaId: '@campaign' },
      afterPaint: run => run(),
    }
    const app = createApp(ports, { dark: () => false, onChange: never })
    const [closed, onClosed] = untilCalled()
    const opened: AppPage = {
      app,
      isClosed: () => isClosed,
      closed,
      close() {
        isClosed = true
        onClosed()
        moves.clear()
        cookies.clear()
        if (page === opened) page = null
      },
    }
    page = opened
    app.session.start()
    return opened
  }

  return {
    disk,
    open,
    page: () => page,
    /** Sets the phone's clock ahead by this many milliseconds. A negative number sets it back. */
    setSkew(ms: number) {
      skew = ms
    },
    /** Makes the app's pages store jobs as the previous build did, until the app is updated. */
    setBuild(build: 'previous' | 'current') {
      const isPrevious = build === 'previous'
      disk.stored = (key, value) => (isPrevious && key.startsWith(JOBS) ? olderJob(value) : value)
    },
  }
}

type Tokens = { readonly idToken: string | null; readonly accessToken: string }
type Claims = NonNullable<ReturnType<Line['claims']>>

function claimsOf(idToken: string): Claims {
  const { sub, name, picture, exp } = JSON.parse(
    Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<string, unknown>
  return {
    sub: String(sub),
    name: typeof name === 'string' ? name : null,
    picture: typeof picture === 'string' ? picture : null,
    exp: Number(exp),
  }
}

const offline = { ok: false, kind: 'offline' } as const

/** Creates LINE's SDK as a page inside LINE sees it. Its requests go to the emulated LINE. */
function createLine({ time, line }: World, owner: Owner): Line {
  const { emulator } = line
  let tokens: Tokens | null = null

  async function read<T>(path: string, valueIn: (body: never) => T): Promise<LineReply<T>> {
    await time.sleep(LINE_TRAVEL_MS)
    const headers = { authorization: `Bearer ${tokens?.accessToken ?? ''}` }
    const response = await emulator.handle(new Request(`https://api.line.me${path}`, { headers }))
    if (!response.ok) return offline
    return { ok: true, value: valueIn((await response.json()) as never) }
  }

  return {
    preload: () => {},
    async init() {
      await time.sleep(LINE_TRAVEL_MS)
      const issued = await emulator.control.token({ userId: owner.userId })
      if (!issued.ok) return offline
      tokens = issued.value
      return { ok: true, value: undefined }
    },
    hideCredentials: () => {},
    showCredentials: () => {},
    initIsStuck: () => false,
    inClientHint: () => true,
    unverifiedClaims: () => null,
    inClient: () => true,
    loggedIn: () => tokens !== null,
    login: () => {},
    logout() {
      tokens = null
    },
    idToken: () => tokens?.idToken ?? null,
    accessToken: () => tokens?.accessToken ?? null,
    claims: () => (tokens?.idToken ? claimsOf(tokens.idToken) : null),
    profile: () =>
      read('/v2/profile', (body: { userId: string; displayName: string; pictureUrl?: string }) => ({
        userId: body.userId,
        displayName: body.displayName,
        pictureUrl: body.pictureUrl ?? null,
      })),
    friendship: () => read('/friendship/v1/status', (body: { friendFlag: boolean }) => body.friendFlag),
    os: () => 'android',
    language: () => 'th-TH',
    available: () => false,
    closeWindow: () => {},
    openWindow: () => {},
    scan: async () => offline,
    share: async () => offline,
    send: async () => offline,
    shortcut: async () => offline,
  }
}
