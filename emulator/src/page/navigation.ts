import { developerText, tellDeveloper } from './developer-console.ts'
import { mapFormAction } from './forms.ts'
import { isLineScheme } from './line-url.ts'
import type { NavigateEventLike } from './navigation-api.ts'
import { navigationOf } from './navigation-api.ts'
import { isMarkedExternal, openFromLine } from './open-window.ts'
import { inClient, type PageContext } from './page-context.ts'
import { followScheme } from './schemes.ts'

/**
 * Redirects every navigation of this document to LINE: `location.href`, `replace`, `assign`, links and forms. The
 * Navigation API cannot intercept a cross-origin navigation, so the shim cancels it and navigates to the emulator's URL.
 */
export function installNavigation(context: PageContext): void {
  const { urls } = context
  document.addEventListener('click', event => mapNewTabLink(event, context), true)
  document.addEventListener(
    'submit',
    event => {
      if (event.target instanceof HTMLFormElement) mapFormAction(event.target, urls)
    },
    true,
  )
  const navigation = navigationOf(window)
  if (navigation) {
    navigation.addEventListener('navigate', event => onNavigate(event, context))
    return
  }
  tellDeveloper('warn', developerText('noNavigationApi'))
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

/** Starts a navigation after the current `navigate` event has ended. */
function navigateLater(to: string, kind: NavigateEventLike['navigationType']): void {
  setTimeout(() => {
    if (kind === 'replace') location.replace(to)
    else location.assign(to)
  })
}

/** Maps the URL of a link that opens a new tab. Its navigation fires no `navigate` event in this document. */
function mapNewTabLink(event: MouseEvent, context: PageContext): void {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement)
  if (!(link instanceof HTMLAnchorElement)) return
  const newTab =
    (link.target !== '' && link.target !== '_self') || event.ctrlKey || event.metaKey || event.shiftKey
  if (newTab && isLineScheme(link.href)) {
    event.preventDefault()
    void followScheme(link.href, context)
    return
  }
  if (!newTab || !/^https?:/.test(link.protocol)) return
  if (inClient(context)) {
    event.preventDefault()
    openFromLine(link.href, isMarkedExternal(link.href), context)
    return
  }
  const local = context.urls.toLocal(link.href)
  if (local !== null) link.href = local
}
