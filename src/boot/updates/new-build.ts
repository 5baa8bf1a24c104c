import type { Clock, LocalStorage, PageVisibility } from '#src/ports.ts'

/** Reports newer builds of the app. Each callback may run more than once. */
export type BuildSource = {
  /** A newer build is ready to take over. */
  onWaiting(run: () => void): void
  /** A newer build has taken over, started from any tab. This page still runs the older one. */
  onTakenOver(run: () => void): void
  /** Activates the newer build, by its worker or by reloading the page. */
  take(): void
  /** False if this tab already reloaded for that build without getting it. Only the customer may try again. */
  untried(): boolean
}

/** Finds newer builds through the service worker. The browser installs the newer worker, which waits to be activated. */
export async function workerBuilds(url: string, clock: Clock): Promise<BuildSource> {
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(url)
  const workers = navigator.serviceWorker
  const waiting: (() => void)[] = []
  let registered: ServiceWorkerRegistration | undefined
  /** A page without a controlling worker cannot be out of date. */
  function look() {
    if (registered?.waiting && workers.controller !== null) for (const run of waiting) run()
  }
  async function register() {
    registered = await workbox.register()
    // Workbox stops listening after the second installation, but any number of installations can fail before one succeeds.
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

/** Shortest time between two requests for the server's build, in milliseconds. */
const CHECK_EVERY_MS = 15 * 60 * 1000
const TRIED = 'reloaded-for-entry'

/** Finds newer builds without a worker: compares the server's build with this one when the page becomes visible. */
export function serverBuilds(deps: {
  readonly clock: Clock
  readonly visibility: PageVisibility
  readonly local: LocalStorage
  readonly reload: () => void
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The path of this build's entry script. */
  readonly entry: string
}): BuildSource {
  const { clock, local } = deps
  const waiting: (() => void)[] = []
  let checkedAt = clock.now()
  let newest: string | null = null

  async function check() {
    if (Math.abs(clock.now() - checkedAt) < CHECK_EVERY_MS) return
    checkedAt = clock.now()
    const reply = await deps.fetch('/version.json', { cache: 'no-store', credentials: 'omit' })
    const answer: unknown = reply.ok ? await reply.json() : null
    const entry = typeof answer === 'object' && answer !== null && 'entry' in answer ? answer.entry : null
    if (typeof entry !== 'string' || entry === deps.entry) return
    newest = entry
    for (const run of waiting) run()
  }

  deps.visibility.onVisible(() => void check().catch(ignore))
  return {
    onWaiting: run => void waiting.push(run),
    onTakenOver: ignore,
    take() {
      local.tab.set(TRIED, newest)
      deps.reload()
    },
    untried: () => local.survivesReload() && local.tab.get(TRIED) !== newest,
  }
}
