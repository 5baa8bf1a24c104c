import '#src/styles/base.css'
import { createRoot } from 'react-dom/client'
import { createApp } from './app-context.ts'
import { loadThai } from './i18n/text.ts'
import { createAfterPaint } from './platform/after-paint.ts'
import { clock } from './platform/clock.ts'
import { beginAtTop, keepingLaunch } from './platform/navigation.ts'
import { pagePorts } from './platform/ports.ts'
import { createStaleBuildReload, handlePreloadErrors, whenIdle } from './platform/stale-build.ts'
import { systemTheme } from './platform/system-theme.ts'
import { visibility } from './platform/visibility.ts'
import { workerClient } from './platform/worker-client.ts'
import { loadEveryScreen, Root } from './root.tsx'
import { createScreenLoader } from './ui/screen-loader.ts'

handlePreloadErrors()
const paint = createAfterPaint(clock, visibility)
const ports = pagePorts(paint.afterPaint)
const app = createApp(ports, systemTheme)
const loader = createScreenLoader(ports.clock)
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

createRoot(root).render(
  <Root
    app={app}
    page={{ loader, onMissing: createStaleBuildReload(ports), onShown: paint.shown }}
    router={{ aroundNav: (navigate, to, options) => navigate(keepingLaunch(to), options) }}
  />,
)
beginAtTop()
app.session.start()
workerClient.onSync(app.outbox.drain)
// Without them a text is empty until a screen that needs it has fetched them itself.
ports.afterPaint(() => loadThai().catch(() => {}))

// What comes later must not be in the way of what comes first.
ports.afterPaint(() => whenIdle(loadTheRest, ports.clock))

function loadTheRest(): void {
  if (import.meta.env.PROD)
    import('./updates.ts')
      .then(({ watchBuilds }) => watchBuilds(app, ports, new URL(import.meta.url).pathname))
      // Without it the app works on as it is; the next visit tries again.
      .catch(() => {})
  // Without a worker nothing else has the screens when the network goes away.
  if (!('serviceWorker' in navigator)) loadEveryScreen(loader)
}
