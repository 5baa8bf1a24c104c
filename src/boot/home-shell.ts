import { effect, signal } from '@preact/signals-core'
import { DEFAULT_LANG } from '#src/i18n/languages.ts'
import type { Navigation } from '#src/ports.ts'
import { EarlyView } from '#src/screens/home/early-view.tsx'
import { selectHomeData } from '#src/screens/home/home-data.ts'
import { homeIsDue } from '#src/state/home.ts'
import type { App } from '#src/state/types.ts'
import { renderStatic } from '#src/ui/static-renderer.ts'
import { putTheme } from '#src/ui/theme.ts'

/** Home's first sight before React has come. */
export type EarlyHome = {
  /** Whether all of it is in the document now. */
  readonly drawn: () => boolean
  /** Leaves the document as it is to somebody else. */
  readonly stop: () => void
}

/**
 * Draws home into `root` whenever it is due, keeps it up to date, and follows its links: a customer need not wait for
 * React to read it or to go on from it. A link followed leaves what stood there before, until React brings its screen.
 */
export function earlyHome(
  app: App,
  navigation: Pick<Navigation, 'path' | 'go' | 'onChange'>,
  root: HTMLElement,
  onDrawn: () => void,
): EarlyHome {
  const before = [...root.childNodes]
  const changes = signal(0)
  const whole = signal(false)
  const look = () => {
    if (!document.hidden) changes.value += 1
  }
  let drawn = false
  let failed = false

  function draw() {
    changes.value
    if (!failed && homeIsDue(app, navigation.path())) {
      if (!drawn) {
        root.replaceChildren()
        // In two frames, because to lay out so much Thai takes a cheap phone longer than a tap should wait.
        requestAnimationFrame(() => setTimeout(drawWhole))
      }
      drawn = true
      putTheme(app.settings.dark.value, DEFAULT_LANG)
      try {
        renderStatic(
          root,
          EarlyView({ data: selectHomeData(app), now: app.campaign.serverNow(), whole: whole.value }),
        )
      } catch {
        // What cannot be drawn must not keep React away, which says so and goes on with the rest.
        failed = true
        leave()
      }
    } else if (drawn) leave()
  }

  function leave() {
    drawn = false
    root.replaceChildren(...before)
  }

  function drawWhole() {
    whole.value = true
    if (!drawn) return
    onDrawn()
    // Now that the customer can act; home asks the network for nothing before.
    app.home.prefetch()
  }

  function follow(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href')
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!href?.startsWith('/') || elsewhere) return
    event.preventDefault()
    navigation.go(href)
  }

  root.addEventListener('click', follow)
  const seconds = setInterval(look, 1000)
  const stops = [
    effect(draw),
    navigation.onChange(() => {
      changes.value += 1
    }),
    () => clearInterval(seconds),
    () => root.removeEventListener('click', follow),
  ]
  return {
    drawn: () => drawn && whole.peek(),
    stop() {
      for (const stop of stops) stop()
    },
  }
}
