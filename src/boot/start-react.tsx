import { effect } from '@preact/signals-core'
import { type ReactNode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createAfterPaint } from '#src/loading/after-paint.ts'
import { collectErrors, earlyErrors } from '#src/loading/early-errors.ts'
import { eachWhenIdle } from '#src/loading/idle.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import { withRetries } from '#src/loading/retry.ts'
import { createScreenLoader } from '#src/loading/screen-loader.ts'
import { announceQueue } from '#src/platform/announce-queue.ts'
import { withLaunchCredentials } from '#src/platform/navigation.ts'
import { addManifest } from '#src/platform/web-manifest.ts'
import { workerClient } from '#src/platform/worker-client.ts'
import type { Clock, Ports } from '#src/ports.ts'
import type { App } from '#src/state/types.ts'
import type { HomeShell } from './home-shell/home-shell.ts'
import { everyScreen, Root } from './root.tsx'
import { loadShared, sending, shellRoutes } from './routes.ts'
import { typedSinceMove } from './updates/typed-since-move.ts'

collectErrors()

/** Delay in milliseconds after three failed attempts in a row to load the remaining scripts. */
const REST_RETRY_MS = 10_000

type Visit = {
  readonly build: string
  /** Called if a script failed to load, perhaps because a newer build has replaced this one. */
  readonly onMissing: () => void
  readonly onShown: () => void
  readonly shell: HomeShell
  readonly root: HTMLElement
}

/** After the first paint, loads everything that the first screen does not need. */
export function show(app: App, ports: Ports, { build, onMissing, onShown, shell, root }: Visit): void {
  // Start tracking input now: the check for newer builds starts later, but must know about everything typed until then.
  const typed = typedSinceMove(ports.navigation)
  const loader = createScreenLoader(ports.clock)
  const paint = createAfterPaint(ports.clock, ports.visibility)
  const shown = () => {
    onShown()
    paint.shown()
  }
  const page = { loader, onMissing, onShown: shown }
  const content = (
    <Root
      app={app}
      page={page}
      router={{ aroundNav: (navigate, to, options) => navigate(withLaunchCredentials(to), options) }}
    />
  )
  const render = () => {
    shell.stop()
    // A transition renders in slices, so that the browser can handle taps and newly loaded scripts in between.
    startTransition(() => createRoot(root).render(content))
  }
  const onRecoverableError = (error: unknown) => {
    // If the customer left the screen during hydration, React has rendered the next screen.
    if (shell.rendered() === null) return
    queueMicrotask(() => {
      throw error
    })
  }
  const screen = shell.rendered()
  const hydrate = () => {
    // The customer may have left the screen while its script was loading.
    if (shell.rendered() === screen)
      hydrateRoot(root, <Hydrated onHydrated={shell.stop}>{content}</Hydrated>, { onRecoverableError })
    else render()
  }
  if (screen === null) render()
  else {
    // Load the script of the visible screen first, so that React can hydrate the existing nodes.
    const { name, load } = shellRoutes[screen]
    loader.load(name, load).then(hydrate, render)
  }
  workerClient.onSync(app.outbox.sendNow)
  paint.afterPaint(() => fetchRest(ports.clock))
  if (!('serviceWorker' in navigator)) paint.afterPaint(() => fetchSending(app, loader))
  paint.afterPaint(() => void eachWhenIdle(laterWork(app, ports, loader, build, typed), ports.clock))
}

/** Runs in the task in which React takes over the DOM nodes, which the home shell must not change after that. */
function Hydrated({
  onHydrated,
  children,
}: {
  readonly onHydrated: () => void
  readonly children: ReactNode
}) {
  useLayoutEffect(onHydrated, [onHydrated])
  return children
}

function fetchRest(clock: Clock): void {
  withRetries(loadShared, clock).catch(() => clock.after(REST_RETRY_MS, () => fetchRest(clock)))
}

/** Does not wait for an idle moment: the network may be lost on the way to the shop. */
function fetchSending({ session }: App, loader: ReturnType<typeof createScreenLoader>): void {
  const stop = effect(() => {
    if (session.phase.value.kind !== 'ready') return
    queueMicrotask(() => stop())
    // If this fails, these screens are loaded with the other screens.
    for (const { name, load } of sending) loader.load(name, load).catch(() => {})
  })
}

/** Ignores a failure, because the next visit tries again. */
const untilNextVisit = (work: () => Promise<unknown>) => () => work().catch(() => {})

function laterWork(
  app: App,
  ports: Ports,
  loader: ReturnType<typeof createScreenLoader>,
  build: string,
  typed: () => boolean,
): readonly (() => unknown)[] {
  const watch = untilNextVisit(async () =>
    (await import('./updates/watch-builds.ts')).watchBuilds(app, ports, build, typed),
  )
  const report = lazyOnce(async () => {
    if (!app.settings.sendsReports()) return
    const { startReports } = await import('./phone-report.ts')
    startReports(app, ports, build)
  })
  const reportSoon = untilNextVisit(report)
  if (earlyErrors.length > 0) void reportSoon()
  return [
    ...(app.session.inClient.peek() ? [] : [addManifest]),
    reportSoon,
    ...(import.meta.env.PROD ? [watch] : []),
    app.master.loadWhenSignedIn,
    untilNextVisit(async () => (await import('#src/state/draw-seals.ts')).keepSeals(app, ports)),
    untilNextVisit(async () => (await import('#src/state/keep-question.ts')).keepQuestion(app, ports)),
    untilNextVisit(async () =>
      (await import('#src/state/waiting-receipts.ts')).reportWaitingReceipts(app, ports),
    ),
    () => effect(() => announceQueue([...app.outbox.jobs.value, ...app.outbox.outcomes.value])),
    // The service worker caches all screens. Load them here only if the browser has no service workers.
    ...('serviceWorker' in navigator ? [] : everyScreen(loader)),
    // Keep this step last, because the files are needed only for the next release.
    untilNextVisit(async () => {
      const { keepFiles } = await import('./updates/keep-files.ts')
      await eachWhenIdle(
        keepFiles((url, init) => fetch(url, init)),
        ports.clock,
      )
    }),
  ]
}
