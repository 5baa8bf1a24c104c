import { isLineScheme } from './line-url.ts'
import { navigationOf } from './navigation-api.ts'
import { isMarkedExternal, openFromLine } from './open-window.ts'
import { inClient, type PageContext } from './page-context.ts'
import { followScheme } from './schemes.ts'
import { isOwnTarget, leavesTab } from './tab.ts'

type Navigate = (url: string, how: 'assign') => void
type Link = HTMLAnchorElement | HTMLAreaElement

export function installLinks(context: PageContext, navigate: Navigate): void {
  const onClick = (event: Event) => {
    if (event instanceof MouseEvent) mapLink(event, context, navigate)
  }
  document.addEventListener('click', onClick, true)
  const { click } = HTMLElement.prototype
  HTMLElement.prototype.click = function (): void {
    // A detached link's click event does not reach the document.
    if (!this.isConnected) this.addEventListener('click', onClick, { capture: true, once: true })
    click.call(this)
  }
}

function mapLink(event: MouseEvent, context: PageContext, navigate: Navigate): void {
  const link = event.composedPath().find(node => isLink(node))
  if (!isLink(link)) return
  const newTab = !isOwnTarget(link.target) || event.ctrlKey || event.metaKey || event.shiftKey
  if (newTab) mapNewTab(event, link, context)
  else if (isLineScheme(link.href) || (!navigationOf(window) && needsShim(link, context)))
    followUnlessPrevented(event, () => navigate(link.href, 'assign'))
}

/** True if, in browsers without the Navigation API, the shim must follow the link. */
function needsShim(link: Link, { urls }: PageContext): boolean {
  if (urls.toLocal(link.href) !== null) return true
  const framed = link.target !== '' && link.target !== '_self'
  return !link.hasAttribute('download') && link.href !== '' && (framed || leavesTab(link.href))
}

function isLink(node: EventTarget | undefined): node is Link {
  return node instanceof HTMLAnchorElement || node instanceof HTMLAreaElement
}

function mapNewTab(event: MouseEvent, link: Link, context: PageContext): void {
  if (isLineScheme(link.href)) {
    event.preventDefault()
    void followScheme(link.href, context)
    return
  }
  if (!/^https?:/.test(link.protocol)) return
  if (inClient(context)) {
    event.preventDefault()
    openFromLine(link.href, isMarkedExternal(link.href), context)
    return
  }
  const local = context.urls.toLocal(link.href)
  if (local !== null) link.href = local
}

/** Cancels the click, then follows the link unless an app listener has also cancelled the click. */
function followUnlessPrevented(event: MouseEvent, follow: () => void): void {
  let prevented = false
  event.preventDefault()
  Object.defineProperties(event, {
    preventDefault: { value: () => (prevented = true) },
    defaultPrevented: { get: () => prevented },
  })
  setTimeout(() => {
    if (!prevented) follow()
  })
}
