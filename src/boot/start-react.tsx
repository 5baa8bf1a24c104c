import { type ReactNode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createAfterPaint } from '#src/loading/after-paint.ts'
import { eachWhenIdle } from '#src/loading/idle.ts'
import { withRetries } from '#src/loading/retry.ts'
import { createScreenLoader } from '#src/loading/screen-loader.ts'
import { keepingLaunch } from '#src/platform/navigation.ts'
import { workerClient } from '#src/platform/worker-client.ts'
import type { Clock, Ports } from '#src/ports.ts'
import type { App } from '#src/state/types.ts'
import type { EarlyHome } from './home-shell.ts'
import { everyScreen, Root } from './root.tsx'
import { home, loadRest } from './routes.ts'
import { typedSinceMove } from './updates/typed-since-move.ts'

/** After three tries in a row. */
const REST_AGAIN_MS = 10_000

type Visit = {
  /** The path of this build's own first script. */
  readonly entry: string
  /** A script did not come: perhaps a newer build has replaced this one. */
  readonly onMissing: () => void
  /** The first screen is in the document. */
  readonly onShown: () => void
  /** What stands in `root` already. */
  readonly early: EarlyHome
  readonly root: HTMLElement
}

/** Draws the app into the document, and fetches after the first screen what that does without. */
export function show(app: App, ports: Ports, { entry, onMissing, onShown, early, root }: Visit): void {
  // From the first form on, long before anything looks for newer builds.
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
      router={{ aroundNav: (navigate, to, options) => navigate(keepingLaunch(to), options) }}
    />
  )
  const draw = () => {
    early.stop()
    // As a transition it is drawn in slices: a tap, and the scripts that come meanwhile, get their turn between them.
    startTransition(() => createRoot(root).render(content))
  }
  const onRecoverableError = (error: unknown) => {
    // No mistake where home was left in this very moment: React has drawn what came instead.
    if (!early.drawn()) return
    queueMicrotask(() => {
      throw error
    })
  }
  const takeOver = () => {
    // A tap may have led away from home in this moment.
    if (early.drawn())
      hydrateRoot(root, <Owned onOwned={early.stop}>{content}</Owned>, { onRecoverableError })
    else draw()
  }
  // With home's own script at hand React finds each node where it would put it.
  if (early.drawn()) loader.load(home.name, home.load).then(takeOver, draw)
  else draw()
  workerClient.onSync(app.outbox.drain)
  // What comes later must not be in the way of what comes first.
  paint.afterPaint(() => fetchRest(ports.clock))
  paint.afterPaint(() => eachWhenIdle(laterWork(app, ports, loader, entry, typed), ports.clock))
}

/** Says when what it holds is React's own, in the same turn: from then on nobody else may touch it. */
function Owned({ onOwned, children }: { readonly onOwned: () => void; readonly children: ReactNode }) {
  useLayoutEffect(onOwned, [onOwned])
  return children
}

/** As long as it does not come, it is asked for again. */
function fetchRest(clock: Clock): void {
  withRetries(loadRest, clock).catch(() => clock.after(REST_AGAIN_MS, () => fetchRest(clock)))
}

function laterWork(
  app: App,
  ports: Ports,
  loader: ReturnType<typeof createScreenLoader>,
  entry: string,
  typed: () => boolean,
): readonly (() => void)[] {
  const watch = () =>
    import('./updates/watch-builds.ts')
      .then(({ watchBuilds }) => watchBuilds(app, ports, entry, typed))
      // Without it the app works on as it is; the next visit tries again.
      .catch(() => {})
  return [
    ...(import.meta.env.PROD ? [watch] : []),
    app.master.keep,
    // Without a worker nothing else has the screens when the network goes away.
    ...('serviceWorker' in navigator ? [] : everyScreen(loader)),
  ]
}
