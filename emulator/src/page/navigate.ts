import type { How } from '../guarded-tab.ts'
import { isLineScheme } from './line-url.ts'
import { navigationOf } from './navigation-api.ts'
import type { PageContext } from './page-context.ts'
import { followScheme } from './schemes.ts'
import { inGuardedTab, leavesTab, leaveTab } from './tab.ts'

/** Performs a navigation of the app's scripts. If the browser fires `navigate` events, their handler maps LINE URLs. */
export function navigate(target: Location, url: string, how: How, context: PageContext): void {
  if (isLineScheme(url.trim())) {
    void followScheme(url.trim(), context)
    return
  }
  const local = navigationOf(window) ? null : context.urls.toLocal(url)
  if (local !== null) context.report({ type: 'navigate', url, to: local })
  if (local === null && leavesTab(url)) {
    leaveTab(url, how)
    return
  }
  // The app tries to break out of a frame, but the guarded tab already shows this URL.
  if (inGuardedTab() && target !== location && isCurrent(url)) return
  const from = inGuardedTab() ? location : target
  if (how === 'replace') from.replace(local ?? url)
  else from.assign(local ?? url)
}

const isCurrent = (url: string) => new URL(url, document.baseURI).href === location.href
