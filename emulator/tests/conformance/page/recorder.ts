import { LOCATION_FUNCTION, navigatedBy } from '#emulator/line-navigation.ts'
import type { PageCase, PageResult } from './page-case.ts'

type NavigateEventLike = Event & {
  readonly destination: { readonly url: string; readonly sameDocument: boolean }
}

type RecordedPage = Window & {
  readonly __case: PageCase
  readonly navigation?: {
    addEventListener(type: 'navigate', listener: (event: NavigateEventLike) => void): void
  }
  _liff?: unknown
  liff?: { _dispatchEvent(json: string): void }
  __log?: PageResult['log']
  __popup?: unknown
  __bridge?: PageResult['bridge']
  __console?: PageResult['console']
  __scriptsSettled?: () => Promise<void>
}

const page = window as unknown as RecordedPage
const { __case: settings } = page
const log: PageResult['log'] = {
  nav: [],
  bridge: [],
  open: [],
  posted: [],
  alert: [],
  prompt: [],
  confirm: [],
}
const bridgeMessages: PageResult['bridge'] = []
page.__log = log
page.__bridge = bridgeMessages
page.__console = []

function storeValues(): void {
  for (const [key, value] of Object.entries(settings.local)) localStorage.setItem(key, value)
  for (const [key, value] of Object.entries(settings.session)) sessionStorage.setItem(key, value)
  // biome-ignore lint/suspicious/noDocumentCookie: the SDK reads its expiry cookie synchronously at init.
  for (const cookie of settings.cookies) document.cookie = cookie
}

function overrideArrival(): void {
  const { referrer, historyLength } = settings
  if (referrer !== null) Object.defineProperty(document, 'referrer', { value: referrer })
  if (historyLength !== null) Object.defineProperty(history, 'length', { value: historyLength })
}

/** Records a navigation that leaves the app. Returns false if the page may follow it. */
function record(url: string, sameDocument: boolean): boolean {
  const leaves = !url.startsWith(`${location.origin}/`)
  if (!leaves && (sameDocument || !settings.recordSame)) return false
  log.nav.push(url)
  // The LINE app receives these URLs, so the emulated LINE must receive them.
  if (/^(liff|line):/.test(url)) void send('/__scheme', { method: 'POST', body: url }).catch(() => undefined)
  return true
}

const send = window.fetch.bind(window)

function recordNavigations(): void {
  if (!page.navigation) recordRewrittenNavigations()
  page.navigation?.addEventListener('navigate', event => {
    const { url, sameDocument } = event.destination
    if (record(url, sameDocument)) event.preventDefault()
  })
}

/** Records the navigations of scripts that the emulator has rewritten, in browsers without the Navigation API. */
function recordRewrittenNavigations(): void {
  const recorded = navigatedBy((to, how) => {
    const { href, hash } = new URL(String(to), document.baseURI)
    const sameDocument = hash !== '' && href.split('#')[0] === location.href.split('#')[0]
    if (!record(href, sameDocument)) location[how](href)
  })
  const value = (given: unknown) => (given === location ? recorded : given)
  Object.defineProperty(window, LOCATION_FUNCTION, { value })
}

function recordConsole(): void {
  const { console } = window as unknown as { console: Record<string, (...args: unknown[]) => void> }
  for (const name of ['debug', 'error', 'info', 'log', 'warn']) {
    const original = console[name]
    console[name] = (...args) => {
      page.__console?.push(args.map(String).join(' '))
      original?.apply(console, args)
    }
  }
}

function reportPhone(): void {
  const { phone } = settings
  if (!phone) return
  const { userAgent, language } = phone
  for (const [name, value] of Object.entries({ userAgent, language, languages: [language] }))
    Object.defineProperty(Navigator.prototype, name, { configurable: true, get: () => value })
}

/** Sets `__scriptsSettled`, which resolves when every script element so far has loaded or failed. */
function watchScripts(): void {
  const settled = new WeakSet<EventTarget>()
  const settle = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) settled.add(target)
  }
  document.addEventListener('load', settle, true)
  document.addEventListener('error', settle, true)
  page.__scriptsSettled = async () => {
    const waiting = () => [...document.scripts].some(script => script.src !== '' && !settled.has(script))
    while (waiting()) await new Promise(resolve => setTimeout(resolve, 5))
  }
}

function fakePopup() {
  const goTo = (url: unknown) => log.open.push(`href=${String(url)}`)
  const where = {
    get href() {
      return 'about:blank'
    },
    set href(url: string) {
      goTo(url)
    },
    replace: goTo,
    assign: goTo,
  }
  return {
    closed: false,
    location: where,
    postMessage: (message: unknown, target: unknown) => log.posted.push([message, target]),
    close() {
      this.closed = true
    },
  }
}

function recordWindows(): void {
  window.open = (url, target, features) => {
    log.open.push([String(url ?? ''), target ?? '', features ?? ''])
    if (settings.popupBlocked) return null
    const popup = fakePopup()
    page.__popup = popup
    return popup as unknown as Window
  }
  window.close = () => {
    log.open.push('window.close')
  }
  window.alert = text => {
    log.alert.push(String(text))
  }
  window.confirm = text => {
    log.confirm.push(String(text))
    return settings.confirmAnswer
  }
  window.prompt = text => {
    log.prompt.push(String(text))
    return settings.promptAnswer
  }
}

function answerBridge(): void {
  const { bridge } = settings
  if (!bridge) return
  page._liff = {
    features: ['none'],
    postMessage(type: string, featureToken = '', callbackId = '', json = '') {
      // Tokens and ids differ in every run, so the log contains only the kind of the token and the length of the id.
      log.bridge.push([type, featureToken.slice(0, 3), callbackId && `cb${callbackId.length}`, json])
      bridgeMessages.push([type, json])
      const answer = bridge[type]
      if (!answer) return
      const { noCb, ...outcome } = answer
      const event = { type, ...(noCb ? {} : { callbackId }), ...outcome }
      setTimeout(() => page.liff?._dispatchEvent(JSON.stringify(event)), 5)
    },
  }
}

if (location.origin === settings.appOrigin && window.parent === window) {
  storeValues()
  overrideArrival()
  reportPhone()
  recordConsole()
  recordNavigations()
  recordWindows()
  watchScripts()
  answerBridge()
}
