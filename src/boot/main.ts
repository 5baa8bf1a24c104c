import { effect } from '@preact/signals-core'
import '#src/styles/base.css'
import { createAfterPaint } from '#src/loading/after-paint.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import { withRetries } from '#src/loading/retry.ts'
import { addStyles } from '#src/loading/stylesheets.ts'
import { clock, inNextTask } from '#src/platform/clock.ts'
import { emitHistoryEvents, openDeepLink, scrollToTopOnNavigation } from '#src/platform/navigation.ts'
import { pagePorts } from '#src/platform/ports.ts'
import { systemTheme } from '#src/platform/system-theme.ts'
import { visibility } from '#src/platform/visibility.ts'
import type { Navigation } from '#src/ports.ts'
import { createApp } from '#src/state/app.ts'
import { homeIsDue } from '#src/state/home.ts'
import type { App } from '#src/state/types.ts'
import { createStaleBuildReload } from './updates/stale-build.ts'

/** After three tries in a row. */
const VIEW_AGAIN_MS = 2000

openDeepLink()
emitHistoryEvents()
scrollToTopOnNavigation()
const paint = createAfterPaint(clock, visibility)
const ports = pagePorts(paint.afterPaint)
const entry = new URL(import.meta.url).pathname
const root = theRoot()
// To open the phone's storages and to make the models takes a cheap phone too long for one task.
inNextTask(start)

function start(): void {
  const { navigation } = ports
  const app = createApp(ports, systemTheme)
  const onMissing = createStaleBuildReload(ports)

  // What is asked of the server and of LINE goes out before anything is there to show the answers.
  app.session.start()
  const home = lazyOnce(async () => {
    const { earlyHome } = await import('./home-shell.ts')
    await addStyles()
    return earlyHome(app, navigation, root, paint.shown)
  })
  const decided = decision(app, navigation)
  const view = lazyOnce(() => import('./start-react.tsx'))
  // The script that every screen but home needs besides: asked for beside the view, and again by whoever needs it.
  if (navigation.path() !== '/') import('#src/i18n/th-later.ts').catch(() => {})
  // Home is on the glass first where the phone knows it already: running React takes longer than drawing home.
  if (homeIsDue(app, navigation.path())) {
    paint.afterPaint(draw)
    withRetries(home, clock).catch(() => {})
  } else draw()

  /** As long as the view does not come, the document's own loading screen or home stands, and it is asked for again. */
  function draw(): void {
    withRetries(() => Promise.all([view(), home(), decided]), clock).then(
      ([{ show }, early]) => {
        const begin = () => show(app, ports, { entry, onMissing, onShown: paint.shown, early, root })
        if (homeIsDue(app, navigation.path())) paint.afterPaint(begin)
        else begin()
      },
      () => {
        onMissing()
        clock.after(VIEW_AGAIN_MS, draw)
      },
    )
  }
}

/** When startup has something to show that needs React: the loading screen and home do not. */
function decision(app: App, navigation: Pick<Navigation, 'path'>): Promise<void> {
  const { phase, slow } = app.session
  return new Promise(resolve => {
    const stop = effect(() => {
      if (phase.value.kind === 'starting' && !slow.value && navigation.path() === '/') return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

function theRoot(): HTMLElement {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  return root
}
