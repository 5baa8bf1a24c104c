import { assertNever } from '../../assert-never.ts'
import { APP_SANDBOX, GUARDED_FRAME, isTabMessage, type TabForm } from '../../guarded-tab.ts'
import { isLineHost } from '../../line-hosts.ts'
import { isLineScheme } from '../line-url.ts'

/** Browsers report only the scheme, or `null`, of a blocked URL that is not http. */
const SCHEME_ONLY = /^(null|liff|line|lineb)$/

function firstAddress(query: URLSearchParams): string {
  const { origin, pathname, search, hash } = new URL(query.get('to') ?? '/', location.origin)
  return origin === location.origin ? pathname + search + hash : '/'
}

function openFrame(): HTMLIFrameElement {
  const query = new URLSearchParams(location.search)
  const frame = document.createElement('iframe')
  frame.id = GUARDED_FRAME
  frame.name = window.name
  frame.title = 'LIFF'
  frame.setAttribute('sandbox', APP_SANDBOX)
  frame.allowFullscreen = true
  frame.referrerPolicy = 'no-referrer'
  frame.dataset.referrer = query.get('referrer') ?? ''
  const first = firstAddress(query)
  frame.src = first
  document.body.append(frame)
  showAddress(first)
  return frame
}

/** Browsers throw an error if a page changes its address too often. */
function showAddress(url: string): void {
  try {
    history.replaceState(null, '', url)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** Returns null if the frame shows another origin's page or a browser's error page. */
function readable({ contentWindow }: HTMLIFrameElement): (Window & typeof globalThis) | null {
  try {
    return contentWindow?.location.origin === location.origin
      ? (contentWindow as Window & typeof globalThis)
      : null
  } catch {
    return null
  }
}

function showPage(frame: HTMLIFrameElement): void {
  const app = readable(frame)
  if (app === null) return
  showAddress(app.location.href)
  document.title = app.document.title
}

/** Syncs the tab's address and title with the app, and gives the app the keyboard focus. */
function followApp(frame: HTMLIFrameElement): void {
  const titles = new MutationObserver(() => showPage(frame))
  frame.addEventListener('load', () => {
    showPage(frame)
    titles.disconnect()
    const head = readable(frame)?.document.head
    if (head) titles.observe(head, { subtree: true, childList: true, characterData: true })
    frame.focus()
  })
}

function sayBlocked(url: string): void {
  const notice = document.querySelector<HTMLElement>('[role=alert]')
  const shown = notice?.querySelector('code')
  if (!notice || !shown) return
  shown.textContent = SCHEME_ONLY.test(url) ? 'liff://…' : url
  notice.hidden = false
}

function submit(url: string, { method, fields }: TabForm): void {
  const form = document.createElement('form')
  form.action = url
  form.method = method
  for (const [name, value] of fields) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}

function installMessages(frame: HTMLIFrameElement): void {
  addEventListener('message', event => {
    const { data, source, origin } = event as MessageEvent<unknown>
    if (source !== frame.contentWindow) return forward(event, frame)
    if (origin !== location.origin || !isTabMessage(data)) return
    switch (data.type) {
      case 'address':
        return showPage(frame)
      case 'close':
        return window.close()
      case 'leave': {
        const { url, how, form } = data
        if (isLineScheme(url) || isLineHost(new URL(url).hostname)) return sayBlocked(url)
        if (form !== null) return submit(url, form)
        return how === 'replace' ? location.replace(url) : location.assign(url)
      }
      default:
        return assertNever(data)
    }
  })
}

/** Forwards a message sent to this tab, for example by its opener, to the app. */
function forward({ data, origin, source, ports }: MessageEvent<unknown>, frame: HTMLIFrameElement): void {
  const app = readable(frame)
  if (app === null || source === window) return
  app.dispatchEvent(new app.MessageEvent('message', { data, origin, source, ports: [...ports] }))
}

function start(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective === 'frame-src') sayBlocked(blockedURI)
  })
  const frame = openFrame()
  followApp(frame)
  installMessages(frame)
  const [reload, dismiss] = document.querySelectorAll('[role=alert] button')
  reload?.addEventListener('click', () => location.reload())
  dismiss?.addEventListener('click', () => {
    const notice = document.querySelector<HTMLElement>('[role=alert]')
    if (notice) notice.hidden = true
  })
}

start()
