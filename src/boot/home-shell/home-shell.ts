import { effect, signal } from '@preact/signals-core'
import { loadTexts, onDictionary } from '#src/i18n/text.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import { addStyles } from '#src/loading/stylesheets.ts'
import type { Navigation } from '#src/ports.ts'
import { selectHomeData } from '#src/screens/home/home-data.ts'
import type { App } from '#src/state/types.ts'
import { putTheme } from '#src/ui/theme.ts'
import { dueScreen, type ShellScreen } from './due-screen.ts'
import type { LandingPart } from './landing-part.tsx'
import { ShellView } from './shell-view.tsx'
import { renderStatic } from './static-renderer.ts'

/** Home, or a new customer's landing, rendered before React has loaded. */
export type HomeShell = {
  /** Returns null until the screen is completely rendered. */
  readonly rendered: () => ShellScreen | null
  /** Stops rendering and leaves the document as it is. */
  readonly stop: () => void
}

type Options = {
  readonly app: App
  readonly navigation: Pick<Navigation, 'path' | 'search' | 'go' | 'onChange'>
  /** Contains the loading screen until a screen can be rendered. */
  readonly root: HTMLElement
  /** Called when the whole screen is in the document. */
  readonly onRendered: () => void
}

export async function loadHomeShell(options: Options): Promise<HomeShell> {
  // If the strings cannot be loaded, home appears in Thai.
  await Promise.all([addStyles(), loadTexts(options.app.settings.lang.peek()).catch(() => {})])
  return startHomeShell(options)
}

/**
 * Renders home or the landing into `root` when it is due, and updates it. Handles clicks on its links and the landing's
 * button, so that customers can use the screen before React has loaded. After a click, the loading screen is shown
 * until React renders the new screen.
 */
export function startHomeShell({ app, navigation, root, onRendered }: Options): HomeShell {
  const loadingScreen = [...root.childNodes]
  const changes = signal(0)
  const whole = signal(false)
  /** Null until the landing's script has loaded. */
  const landing = signal<typeof LandingPart | null>(null)
  const loadLanding = lazyOnce(async () => {
    landing.value = (await import('./landing-part.tsx')).LandingPart
  })
  const update = () => {
    changes.value += 1
  }
  let visible: ShellScreen | null = null
  let failed = false

  function render() {
    changes.value
    const screen = failed ? null : dueScreen(app, navigation)
    // If this fails, React renders the landing.
    if (screen === 'landing') loadLanding().catch(() => {})
    const Landing = screen === 'landing' ? landing.value : null
    if (screen === null || (screen === 'landing' && Landing === null)) {
      if (visible !== null) hide()
      return
    }
    if (visible === null) {
      root.replaceChildren()
      // Render in two steps: laying out this much Thai text takes more than 50 ms on a cheap phone.
      requestAnimationFrame(() => setTimeout(renderWhole))
    }
    visible = screen
    const lang = app.settings.lang.value
    putTheme(app.settings.dark.value, lang)
    try {
      const now = app.campaign.serverNow()
      renderStatic(root, ShellView({ Landing, data: selectHomeData(app), lang, now, whole: whole.value }))
    } catch {
      // An error must not stop startup: React renders the screen again, and shows an error message if that fails.
      failed = true
      hide()
    }
  }

  function hide() {
    visible = null
    root.replaceChildren(...loadingScreen)
  }

  // Request the next scripts only now, so that they do not delay the first paint.
  function renderWhole() {
    // If this fails, the landing is loaded when React hydrates it.
    if (visible === 'landing') import('#src/screens/landing/landing.tsx').catch(() => {})
    whole.value = true
    if (visible === null) return
    onRendered()
    if (visible === 'home') app.home.prefetch()
  }

  function follow(event: MouseEvent) {
    const pressed = event.target instanceof Element ? event.target.closest('a, button') : null
    const joins = visible === 'landing' && pressed?.matches('button') === true
    const href = joins ? joinAddress(navigation) : pressed?.getAttribute('href')
    const modified = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!href?.startsWith('/') || modified) return
    event.preventDefault()
    navigation.go(href)
    update()
  }

  root.addEventListener('click', follow)
  const everySecond = setInterval(() => {
    if (!document.hidden) update()
  }, 1000)
  const stops = [
    effect(render),
    navigation.onChange(update),
    onDictionary(update),
    () => clearInterval(everySecond),
    () => root.removeEventListener('click', follow),
  ]
  return {
    rendered: () => (whole.peek() ? visible : null),
    stop() {
      for (const stop of stops) stop()
    },
  }
}

function joinAddress({ path, search }: Options['navigation']): string {
  const query = new URLSearchParams(search())
  query.set('step', 'terms')
  return `${path()}?${query}`
}
