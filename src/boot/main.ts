import { effect } from '@preact/signals-core'
import '#src/styles/base.css'
import { languages } from '#src/i18n/languages.ts'
import { createAfterPaint } from '#src/loading/after-paint.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import { withRetries } from '#src/loading/retry.ts'
import { clock, inNextTask } from '#src/platform/clock.ts'
import { emitHistoryEvents, openDeepLink, scrollToTopOnNavigation } from '#src/platform/navigation.ts'
import { pagePorts } from '#src/platform/ports.ts'
import { systemTheme } from '#src/platform/system-theme.ts'
import { visibility } from '#src/platform/visibility.ts'
import type { Navigation } from '#src/ports.ts'
import { createApp } from '#src/state/app.ts'
import { createRetry } from '#src/state/retry-later.ts'
import type { App } from '#src/state/types.ts'
import { dueScreen } from './home-shell/due-screen.ts'
import { createStaleBuildReload } from './updates/stale-build.ts'

openDeepLink()
emitHistoryEvents()
scrollToTopOnNavigation()
const paint = createAfterPaint(clock, visibility)
const ports = pagePorts(paint.afterPaint)
const build = document.querySelector<HTMLMetaElement>('meta[name="campaign-build"]')?.content ?? ''
const root = rootElement()
// Start in a new task: opening the storage and creating the models here would block a cheap phone for more than 50 ms.
inNextTask(start)

function start(): void {
  const { navigation } = ports
  const app = createApp(ports, systemTheme)
  const onMissing = createStaleBuildReload(ports)

  // Send the first requests before loading the scripts that show the responses.
  app.session.start()
  fetchLanding(app, navigation)
  // Preload the strings. If this fails, the home shell and React load them again.
  languages[app.settings.lang.peek()].load?.().catch(() => {})
  if (navigation.path() !== '/') import('#src/i18n/th-later.ts').catch(() => {})
  const homeShell = lazyOnce(async () => {
    const { loadHomeShell } = await import('./home-shell/home-shell.ts')
    return loadHomeShell({ app, navigation, root, onRendered: shown })
  })
  const react = lazyOnce(async () => {
    const { show } = await import('./start-react.tsx')
    return show
  })
  const reactIsNeeded = whenReactIsNeeded(app, navigation)
  const retry = createRetry(ports, startAgain)
  // Render home's cached data first, because running React takes longer.
  if (dueScreen(app, navigation) !== null) {
    paint.afterPaint(startReact)
    withRetries(homeShell, clock).catch(() => {})
  } else startReact()

  function shown(): void {
    performance.mark(dueScreen(app, navigation) === 'home' ? 'home' : 'screen')
    paint.shown()
  }

  function startReact(): void {
    withRetries(() => Promise.all([react(), homeShell(), reactIsNeeded]), clock).then(
      ([show, shell]) => {
        const begin = () => show(app, ports, { build, onMissing, onShown: shown, shell, root })
        if (dueScreen(app, navigation) !== null) paint.afterPaint(begin)
        else begin()
      },
      () => {
        onMissing()
        // Three requests in a row have failed.
        retry.schedule()
        addEventListener('files-loaded', startAgain)
      },
    )
  }

  function startAgain(): void {
    retry.cancel()
    removeEventListener('files-loaded', startAgain)
    startReact()
  }
}

/**
 * If a new customer opened a screen other than home inside LINE, React may run before the server responds. Then
 * React renders the landing, not the home shell.
 */
function fetchLanding({ session }: Pick<App, 'session'>, { path }: Pick<Navigation, 'path'>): void {
  // If this fails, the landing is loaded when it is opened.
  if (path() !== '/' && session.inClient.peek() && session.profile.peek() === null)
    import('#src/screens/landing/landing.tsx').catch(() => {})
}

/** Resolves when startup has finished or is slow, or when the path is not home. */
function whenReactIsNeeded(app: App, navigation: Pick<Navigation, 'path'>): Promise<void> {
  const { phase, slow } = app.session
  return new Promise(resolve => {
    const stop = effect(() => {
      if (phase.value.kind === 'starting' && !slow.value && navigation.path() === '/') return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

function rootElement(): HTMLElement {
  const element = document.getElementById('root')
  if (element === null) throw new Error('index.html has no #root')
  return element
}
