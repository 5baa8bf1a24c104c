import { LOCATION_FUNCTION, navigatedBy } from '../line-navigation.ts'
import { developerText, tellDeveloper } from './developer-console.ts'
import { installSubmit } from './forms.ts'
import { isLineScheme } from './line-url.ts'
import { installLinks } from './links.ts'
import { navigate } from './navigate.ts'
import type { NavigateEventLike } from './navigation-api.ts'
import { navigationOf } from './navigation-api.ts'
import type { PageContext } from './page-context.ts'
import { inPanel } from './report.ts'
import { followScheme } from './schemes.ts'
import { askTab, inGuardedTab } from './tab.ts'

/**
 * Sends every navigation to LINE to the emulator instead. The Navigation API cannot redirect, so the shim cancels the
 * navigation and starts another. Browsers without this API get scripts that navigate through the shim. The policy of
 * the panel or guarded tab blocks the rest.
 */
export function installNavigation(context: PageContext): void {
  const { urls } = context
  installLinks(context, (url, how) => navigate(window.location, url, how, context))
  installSubmit(urls)
  installLocation(context)
  const navigation = navigationOf(window)
  if (navigation) {
    navigation.addEventListener('navigate', event => onNavigate(event, context))
    return
  }
  reportHistory(context)
  if (!inGuardedTab() && !inPanel()) tellDeveloper('info', developerText('noNavigationApi'))
}

/** Rewritten scripts call this function; see `line-navigation.ts`. */
function installLocation(context: PageContext): void {
  const wrap = (given: Location) => navigatedBy((url, how) => navigate(given, String(url), how, context))
  const isLocation = (given: unknown): given is Location =>
    [window, window.parent, window.top].some(one => one?.location === given)
  Object.defineProperty(window, LOCATION_FUNCTION, {
    value: (given: unknown) => (isLocation(given) ? wrap(given) : given),
  })
}

function onNavigate(event: NavigateEventLike, context: PageContext): void {
  const { urls, report } = context
  const { url, sameDocument } = event.destination
  if (sameDocument) {
    report({ type: 'navigate', url, sameDocument: true })
    return
  }
  if (isLineScheme(url)) {
    event.preventDefault()
    void followScheme(url, context)
    return
  }
  const local = urls.toLocal(url)
  if (local === null || event.downloadRequest !== null) {
    report({ type: 'navigate', url: urls.toLine(url) ?? url, to: url })
    return
  }
  event.preventDefault()
  report({ type: 'navigate', url, to: local })
  navigateLater(local, event.navigationType)
}

/** A navigation must not be started during the `navigate` event. */
function navigateLater(to: string, kind: NavigateEventLike['navigationType']): void {
  setTimeout(() => {
    if (kind === 'replace') location.replace(to)
    else location.assign(to)
  })
}

/** Reports URL changes within the document in browsers without `navigate` events. */
function reportHistory({ report }: PageContext): void {
  const changed = () => {
    report({ type: 'navigate', url: location.href, sameDocument: true })
    askTab({ type: 'address' })
  }
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = History.prototype[name]
    History.prototype[name] = function (this: History, ...args: Parameters<typeof original>) {
      original.apply(this, args)
      changed()
    }
  }
  window.addEventListener('popstate', changed)
  window.addEventListener('hashchange', changed)
}
