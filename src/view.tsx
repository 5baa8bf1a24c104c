import '#src/styles/base.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { retrying } from './domain/retrying.ts'
import { eachWhenIdle } from './platform/idle.ts'
import { beginAtTop, keepingLaunch } from './platform/navigation.ts'
import { workerClient } from './platform/worker-client.ts'
import type { Clock, Ports } from './ports.ts'
import { everyScreen, Root } from './root.tsx'
import { loadRest } from './routes.ts'
import type { App } from './state/types.ts'
import { createScreenLoader } from './ui/screen-loader.ts'

/** After three tries in a row. */
const REST_AGAIN_MS = 10_000

type Visit = {
  /** The path of this build's own first script. */
  readonly entry: string
  /** A script did not come: perhaps a newer build has replaced this one. */
  readonly onMissing: () => void
  /** The first screen is in the document. */
  readonly onShown: () => void
}

/** Draws the app into the document, and fetches after the first screen what that does without. */
export function show(app: App, ports: Ports, { entry, onMissing, onShown }: Visit): void {
  const loader = createScreenLoader(ports.clock)
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  const page = { loader, onMissing, onShown }
  // As a transition it is drawn in slices: a tap, and the scripts that come meanwhile, get their turn between them.
  startTransition(() =>
    createRoot(root).render(
      <Root
        app={app}
        page={page}
        router={{ aroundNav: (navigate, to, options) => navigate(keepingLaunch(to), options) }}
      />,
    ),
  )
  beginAtTop()
  workerClient.onSync(app.outbox.drain)
  ports.afterPaint(() => fetchRest(ports.clock))
  // What comes later must not be in the way of what comes first.
  ports.afterPaint(() => eachWhenIdle(laterWork(app, ports, loader, entry), ports.clock))
}

/** As long as it does not come, it is asked for again. */
function fetchRest(clock: Clock): void {
  retrying(loadRest, clock).catch(() => clock.after(REST_AGAIN_MS, () => fetchRest(clock)))
}

function laterWork(
  app: App,
  ports: Ports,
  loader: ReturnType<typeof createScreenLoader>,
  entry: string,
): readonly (() => void)[] {
  const watch = () =>
    import('./updates.ts')
      .then(({ watchBuilds }) => watchBuilds(app, ports, entry))
      // Without it the app works on as it is; the next visit tries again.
      .catch(() => {})
  return [
    ...(import.meta.env.PROD ? [watch] : []),
    app.master.keep,
    // Without a worker nothing else has the screens when the network goes away.
    ...('serviceWorker' in navigator ? [] : everyScreen(loader)),
  ]
}
