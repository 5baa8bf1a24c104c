import { GUARDED_FRAME, type How, type TabForm, type TabRequest, tabMessage } from '../guarded-tab.ts'
import { LAYER_NAME } from '../page-events.ts'
import { navigationOf } from './navigation-api.ts'

const isGuardedFrame = (win: Window) => win.frameElement?.id === GUARDED_FRAME

/** True if this page is the app in a guarded tab. */
export function inGuardedTab(): boolean {
  return isGuardedFrame(window)
}

/** Returns the window that fills the tab or the frame in place of this page: the guarded tab's, or the page's own. */
export function outerWindow(): Window {
  return inGuardedTab() ? window.parent : window
}

/**
 * Loads this page in a guarded tab if the browser has no Navigation API: a page of the emulator that contains the app in
 * a frame. The policy of that page blocks every navigation of the frame to LINE, also those that the shim cannot see.
 * The panel needs no guarded tab, because its own policy does the same.
 *
 * @returns true if the page is about to be replaced, so that the caller must stop.
 */
export function enterGuardedTab(emulator: string): boolean {
  if (navigationOf(window) || inGuardedTab() || !(window.parent === window || isLayerOfGuardedPage()))
    return false
  if (location.pathname === `${emulator}tab`) {
    // The app's server or service worker answers the emulator's requests. Trying again would never end.
    swallowPage(`The app answered the request for ${location.pathname}, which belongs to the LIFF emulator.`)
    return true
  }
  swallowPage('')
  const to = location.pathname + location.search + location.hash
  const query = new URLSearchParams({ to, referrer: document.referrer })
  location.replace(`${emulator}tab?${query}`)
  return true
}

/** True for a sub-window that a page in a guarded tab shows in a frame. */
function isLayerOfGuardedPage(): boolean {
  try {
    return window.name === LAYER_NAME && isGuardedFrame(window.parent)
  } catch {
    return false
  }
}

/** Turns the rest of the document into hidden text, so that none of the app's scripts run. */
export function swallowPage(message: string): void {
  try {
    document.write(`<p>${message}</p><plaintext style="display:none">`)
  } catch {
    // The app's policy only accepts trusted HTML, or the document is XML.
    window.stop()
  }
}

/** Returns the referrer with which the tab opened the page, or null after the page has been left. */
export function takeTabReferrer(): string | null {
  const frame = inGuardedTab() ? (window.frameElement as HTMLElement) : null
  const referrer = frame?.dataset.referrer ?? null
  delete frame?.dataset.referrer
  return referrer
}

/** True if a page in a guarded tab must ask the tab to load the URL, because the tab's policy blocks it in its frame. */
export function leavesTab(url: string): boolean {
  if (!inGuardedTab() || !URL.canParse(url, document.baseURI)) return false
  const { origin, protocol } = new URL(url, document.baseURI)
  return origin !== location.origin && !/^(javascript|data|blob|about):$/.test(protocol)
}

/** Loads another site in place of the app and the guarded tab around it. */
export function leaveTab(url: string, how: How = 'assign', form: TabForm | null = null): void {
  askTab({ type: 'leave', url: new URL(url, document.baseURI).href, how, form })
}

/** Asks the guarded tab around the page for something. Does nothing in another page. */
export function askTab(request: TabRequest): void {
  if (inGuardedTab()) window.parent.postMessage(tabMessage(request), location.origin)
}

/** True for a link's or form's target that is the page's own window, or that window's place in the browser. */
export function isOwnTarget(target: string): boolean {
  return target === '' || target === '_self' || (inGuardedTab() && /^_(top|parent)$/i.test(target))
}

/** Gives the page in a guarded tab the opener of its tab. */
export function installTab(): void {
  if (!inGuardedTab()) return
  Object.defineProperty(window, 'opener', {
    configurable: true,
    get: () => window.parent.opener as unknown,
  })
}
