import { isRecent } from '#contract/recent.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Clock, LocalStorage, PageVisibility } from '#src/ports.ts'

/** Reports newer builds of the app. Each callback may run more than once. */
export type BuildSource = {
  /** Calls `run` when a newer build is ready to take over. */
  onWaiting(run: () => void): void
  /** Calls `run` when a newer build has taken over, perhaps in another tab. This page still runs the older one. */
  onTakenOver(run: () => void): void
  take(): void
  /** False if `take` has already reloaded this tab in vain; then only the customer may try again. */
  untried(): boolean
}

/** Detects newer builds through a waiting service worker. */
export async function workerBuilds(url: string, clock: Clock): Promise<BuildSource> {
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(url)
  const workers = navigator.serviceWorker
  const waiting: (() => void)[] = []
  let registered: ServiceWorkerRegistration | undefined
  /** A page without a controlling worker came from the network and is up to date. */
  function look() {
    if (registered?.waiting && workers.controller !== null) for (const run of waiting) run()
  }
  async function register() {
    registered = await workbox.register()
    // Workbox stops listening after the second installation, but any number of installations can fail before one
    // succeeds.
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

/** Minimum interval between two requests for `/version.json`, in milliseconds. */
const CHECK_EVERY_MS = 15 * MINUTE_MS
const TRIED = 'reloaded-for-release'

/**
 * Detects newer builds without a service worker: compares the server's build with this one when the page becomes
 * visible, and immediately if the document came from the browser's cache.
 */
export function serverBuilds(deps: {
  readonly clock: Clock
  readonly visibility: PageVisibility
  readonly local: LocalStorage
  readonly reload: () => void
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly build: string
  /** True if the document came from the browser's cache, so it may be outdated. */
  readonly cached: boolean
}): BuildSource {
  const { clock, local } = deps
  const waiting: (() => void)[] = []
  let checkedAt = deps.cached ? Number.NEGATIVE_INFINITY : clock.now()
  let newest: string | null = null

  async function check() {
    if (isRecent(checkedAt, clock.now(), CHECK_EVERY_MS)) return
    const reply = await deps.fetch('/version.json', { cache: 'no-store', credentials: 'omit' })
    // Set this only after a response, so that a failed check is repeated when the page becomes visible again.
    checkedAt = clock.now()
    const answer: unknown = reply.ok ? await reply.json() : null
    const build = typeof answer === 'object' && answer !== null && 'build' in answer ? answer.build : null
    if (typeof build !== 'string' || build === deps.build) return
    newest = build
    for (const run of waiting) run()
  }

  deps.visibility.onVisible(() => void check().catch(ignore))
  // Check in a later task, after the callbacks have been registered.
  if (deps.cached) clock.after(0, () => void check().catch(ignore))
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
