import { closePage } from './close.ts'
import type { PageContext } from './page-context.ts'
import { wrapMethod, wrapSetter } from './wrap.ts'

/** Events that a page does not receive after its process was killed or frozen. */
const PAGE_ENDS = ['pagehide', 'visibilitychange'] as const
/** A listener for these keeps the page out of the back/forward cache, so the shim listens only if the app does. */
const RARE_PAGE_ENDS = ['beforeunload', 'unload'] as const

export type Silence = {
  readonly begin: () => void
  readonly end: () => void
}

/** Must run before the app's scripts, because the browser calls the listeners of `window` in registration order. */
export function installSilence(): Silence {
  let silent = false
  const stop = (event: Event) => {
    if (silent) event.stopImmediatePropagation()
  }
  const add = window.addEventListener
  const stopFirst = (type: unknown) => {
    for (const rare of RARE_PAGE_ENDS) if (type === rare) add.call(window, rare, stop, true)
    return type
  }
  for (const type of PAGE_ENDS) add.call(window, type, stop, true)
  // Libraries such as Zone.js replace the prototype's method, so wrap that instead of defining `addEventListener` on
  // `window`.
  wrapMethod(EventTarget.prototype, 'addEventListener', stopFirst)
  for (const type of RARE_PAGE_ENDS) wrapSetter(window, `on${type}`, listener => stopFirst(type) && listener)
  return {
    begin: () => {
      silent = true
    },
    end: () => {
      silent = false
    },
  }
}

/** Ends the page as if the phone's OS had killed LINE in the background: the app receives only `visibilitychange`. */
export function killPage(silence: Silence, context: PageContext): void {
  Object.defineProperties(document, {
    visibilityState: { value: 'hidden', configurable: true },
    hidden: { value: true, configurable: true },
  })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  silence.begin()
  closePage('kill', context)
}
