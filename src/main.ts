import { late } from './domain/late.ts'
import { retrying } from './domain/retrying.ts'
import { createAfterPaint } from './platform/after-paint.ts'
import { clock } from './platform/clock.ts'
import { hearHistory, openDeepLink } from './platform/navigation.ts'
import { pagePorts } from './platform/ports.ts'
import { createStaleBuildReload, handlePreloadErrors } from './platform/stale-build.ts'
import { systemTheme } from './platform/system-theme.ts'
import { visibility } from './platform/visibility.ts'
import { createApp } from './state/app.ts'

/** After three tries in a row. */
const VIEW_AGAIN_MS = 5000

handlePreloadErrors()
openDeepLink()
hearHistory()
const paint = createAfterPaint(clock, visibility)
const ports = pagePorts(paint.afterPaint)
const app = createApp(ports, systemTheme)
const onMissing = createStaleBuildReload(ports)
const entry = new URL(import.meta.url).pathname

// What is asked of the server and of LINE goes out before React is there to show the answers.
app.session.start()
const view = late(() => import('./view.tsx'))
// The script that every screen but home needs besides: asked for beside the view, and again by whoever needs it.
if (ports.navigation.path() !== '/') import('./i18n/th-later.ts').catch(() => {})
draw()

/** As long as the view does not come, the document's own loading screen stands, and it is asked for again. */
function draw(): void {
  retrying(view, clock).then(
    ({ show }) => show(app, ports, { entry, onMissing, onShown: paint.shown }),
    () => {
      onMissing()
      clock.after(VIEW_AGAIN_MS, draw)
    },
  )
}
