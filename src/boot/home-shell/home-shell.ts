import { effect, signal } from '@preact/signals-core'
import { loadTexts, onDictionary } from '#src/i18n/text.ts'
import { addStyles } from '#src/loading/stylesheets.ts'
import type { Navigation } from '#src/ports.ts'
import { selectHomeData } from '#src/screens/home/home-data.ts'
import type { App } from '#src/state/types.ts'
import { putTheme } from '#src/ui/theme.ts'
import { homeIsDue } from './home-is-due.ts'
import { ShellView } from './shell-view.tsx'
import { renderStatic } from './static-renderer.ts'

/** The home shell: home rendered before React has loaded. */
export type HomeShell = {
  /** Returns true if all of home is in the document. */
  readonly rendered: () => boolean
  /** Stops rendering and leaves the document as it is. */
  readonly stop: () => void
}

type Options = {
  readonly app: App
  readonly navigation: Pick<Navigation, 'path' | 'go' | 'onChange'>
  /**
   * The element whose content is replaced by home while home is due. The loading screen is restored
   * afterwards.
   */
  readonly root: HTMLElement
  /** Called when all of home is in the document. */
  readonly onRendered: () => void
}

/** Loads the style sheet and the UI strings of the customer's language, then starts the home shell. */
export async function loadHomeShell(options: Options): Promise<HomeShell> {
  // If the strings cannot be loaded, home appears in Thai.
  await Promise.all([addStyles(), loadTexts(options.app.settings.lang.peek()).catch(() => {})])
  return startHomeShell(options)
}

/**
 * Renders home into `root` whenever it is due, keeps it up to date, and handles clicks on its links. A
 * customer can then read home and open another screen before React has loaded. After a click, the loading
 * screen is shown until React renders the new screen.
 */
export function startHomeShell({ app, navigation, root, onRendered }: Options): HomeShell {
  const loadingScreen = [...root.childNodes]
  const changes = signal(0)
  const whole = signal(false)
  const update = () => {
    changes.value += 1
  }
  let visible = false
  let failed = false

  function render() {
    changes.value
    if (!failed && homeIsDue(app, navigation.path())) {
      if (!visible) {
        root.replaceChildren()
        // Home is rendered in two steps, because the layout of this much Thai text takes a cheap phone more
        // than 50 ms.
        requestAnimationFrame(() => setTimeout(renderWhole))
      }
      visible = true
      const lang = app.settings.lang.value
      putTheme(app.settings.dark.value, lang)
      try {
        const now = app.campaign.serverNow()
        renderStatic(root, ShellView({ data: selectHomeData(app), lang, now, whole: whole.value }))
      } catch {
        // An error here must not stop startup: React renders home again and shows its own error message if
        // that fails too.
        failed = true
        hide()
      }
    } else if (visible) hide()
  }

  function hide() {
    visible = false
    root.replaceChildren(...loadingScreen)
  }

  function renderWhole() {
    whole.value = true
    if (!visible) return
    onRendered()
    // Load home's data only now, so that these requests do not delay the first paint.
    app.home.prefetch()
  }

  function follow(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href')
    const modified = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!href?.startsWith('/') || modified) return
    event.preventDefault()
    navigation.go(href)
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
    rendered: () => visible && whole.peek(),
    stop() {
      for (const stop of stops) stop()
    },
  }
}
