import { GUARDED_FRAME, type How, type TabForm, type TabRequest, tabMessage } from '../guarded-tab.ts'
import { LAYER_NAME } from '../page-events.ts'
import { navigationOf } from './navigation-api.ts'

const isGuardedFrame = (win: Window) => win.frameElement?.id === GUARDED_FRAME

export function inGuardedTab(): boolean {
  return isGuardedFrame(window)
}

/** Returns the top-level window of the tab or frame: the guarded tab's, if any, otherwise the page's. */
export function outerWindow(): Window {
  return inGuardedTab() ? window.parent : window
}

/**
 * In a browser without the Navigation API, reloads this page in a guarded tab: an emulator page with the app in a
 * frame. The tab's policy blocks all navigations of the frame to LINE, even those that the shim cannot see. In the
 * panel, the panel's own policy does the same.
 *
 * @returns true if the page is about to be replaced, so the caller must stop.
 */
export function enterGuardedTab(emulator: string): boolean {
  if (navigationOf(window) || inGuardedTab() || !(window.parent === window || isLayerOfGuardedPage()))
    return false
  if (location.pathname === `${emulator}tab`) {
    // The app's server or service worker answered a request for the emulator. Retrying would loop forever.
    swallowPage(`The app answered the request for ${location.pathname}, which belongs to the LIFF emulator.`)
    return true
  }
  swallowPage('')
  const to = location.pathname + location.search + location.hash
  const query = new URLSearchParams({ to, referrer: document.referrer })
  location.replace(`${emulator}tab?${query}`)
  return true
}

function isLayerOfGuardedPage(): boolean {
  try {
    return window.name === LAYER_NAME && isGuardedFrame(window.parent)
  } catch {
    return false
  }
}

export function swallowPage(message: string): void {
  try {
    document.write(`<p>${message}</p><plaintext style="display:none">`)
  } catch {
    // The app's policy accepts only trusted HTML, or the document is XML.
    window.stop()
  }
}

/** Returns the referrer of the page that the guarded tab replaced, but only once, for the first page in the frame. */
export function takeTabReferrer(): string | null {
  const frame = inGuardedTab() ? (window.frameElement as HTMLElement) : null
  const referrer = frame?.dataset.referrer ?? null
  delete frame?.dataset.referrer
  return referrer
}

/** True if only the guarded tab itself can load the URL, because its policy blocks the URL in its frame. */
export function leavesTab(url: string): boolean {
  if (!inGuardedTab() || !URL.canParse(url, document.baseURI)) return false
  const { origin, protocol } = new URL(url, document.baseURI)
  return origin !== location.origin && !/^(javascript|data|blob|about):$/.test(protocol)
}

export function leaveTab(url: string, how: How = 'assign', form: TabForm | null = null): void {
  askTab({ type: 'leave', url: new URL(url, document.baseURI).href, how, form })
}

export function askTab(request: TabRequest): void {
  if (inGuardedTab()) window.parent.postMessage(tabMessage(request), location.origin)
}

/** True if the link or form opens in the page's own window, which includes `_top` and `_parent` in a guarded tab. */
export function isOwnTarget(target: string): boolean {
  return target === '' || target === '_self' || (inGuardedTab() && /^_(top|parent)$/i.test(target))
}

/** In a guarded tab, makes `window.opener` return the tab's opener. */
export function installTab(): void {
  if (!inGuardedTab()) return
  Object.defineProperty(window, 'opener', {
    configurable: true,
    get: () => window.parent.opener as unknown,
  })
}
