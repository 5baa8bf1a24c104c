import type { Clock, LocalStorage, PageVisibility } from '#src/ports.ts'

/** Where a newer build of the app comes from. Both calls may come more than once. */
export type BuildSource = {
  /** A newer build is there and waits for a word. */
  onWaiting(run: () => void): void
  /** A newer build has taken over, from whichever tab that was asked: this page belongs to the older one. */
  onTakenOver(run: () => void): void
  /** Brings the newer build: it takes over, or the page is loaded anew. */
  take(): void
  /** False for a build that this tab has loaded anew for before, in vain: only the customer asks for that again. */
  untried(): boolean
}

/** With a worker: the browser finds the newer worker, which waits until it is told to take over. */
export async function workerBuilds(url: string, clock: Clock): Promise<BuildSource> {
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(url)
  const workers = navigator.serviceWorker
  const waiting: (() => void)[] = []
  let registered: ServiceWorkerRegistration | undefined
  /** A page that no worker serves belongs to no older build. */
  function look() {
    if (registered?.waiting && workers.controller !== null) for (const run of waiting) run()
  }
  async function register() {
    registered = await workbox.register()
    // Any number of tries may fail before one comes whole; Workbox itself stops listening after the second.
    const follow = () => registered?.installing?.addEventListener('statechange', look)
    registered?.addEventListener('updatefound', follow)
    follow()
    look()
  }
  clock.after(0, () => {
    register().catch(ignore)
  })
  return {
    onWaiting: run => void waiting.push(run),
    onTakenOver(run) {
      if (workers.controller !== null) workers.addEventListener('controllerchange', run)
    },
    take: () => workbox.messageSkipWaiting(),
    untried: () => true,
  }
}

const ignore = () => {}

/** How often the server is asked at most, in milliseconds. */
const ASK_EVERY_MS = 15 * 60 * 1000
const TRIED = 'reloaded-for-entry'

/** Without a worker: the server says which build it has, asked when the customer comes back to the page. */
export function serverBuilds(deps: {
  readonly clock: Clock
  readonly visibility: PageVisibility
  readonly local: LocalStorage
  readonly reload: () => void
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The path of this build's own entry script. */
  readonly entry: string
}): BuildSource {
  const { clock, local } = deps
  const waiting: (() => void)[] = []
  let askedAt = clock.now()
  let newest: string | null = null

  async function ask() {
    if (Math.abs(clock.now() - askedAt) < ASK_EVERY_MS) return
    askedAt = clock.now()
    const reply = await deps.fetch('/version.json', { cache: 'no-store', credentials: 'omit' })
    const told: unknown = reply.ok ? await reply.json() : null
    const entry = typeof told === 'object' && told !== null && 'entry' in told ? told.entry : null
    if (typeof entry !== 'string' || entry === deps.entry) return
    newest = entry
    for (const run of waiting) run()
  }

  deps.visibility.onVisible(() => void ask().catch(ignore))
  return {
    onWaiting: run => void waiting.push(run),
    onTakenOver: ignore,
    take() {
      local.tab.set(TRIED, newest)
      deps.reload()
    },
    untried: () => local.lasts() && local.tab.get(TRIED) !== newest,
  }
}
