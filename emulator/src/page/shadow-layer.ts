import { LAYER_NAME } from '../page-events.ts'
import { showOverlay } from './overlay.ts'

/** How often a sub-window in a window of its own is looked after, milliseconds. */
const WATCH_MS = 300
/** How long the last screen stays to be read, milliseconds. */
const DONE_MS = 300

/** The button of a window that the browser wants a click for, where its language is not English. */
const OPEN: Readonly<Record<string, string>> = { th: 'เปิดหน้าต่างย่อย', ja: 'ウィンドウを開く' }

type Html = {
  readonly createHTML: (text: string) => string
}

type TrustedTypes = {
  readonly createPolicy: (name: string, rules: Html) => Html
}

const send = window.fetch.bind(window)
const openWindow = window.open.bind(window)

/** HTML of the emulator's own, also where the app lets nobody else make HTML. */
const html: Html = (() => {
  const plain: Html = { createHTML: text => text }
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  try {
    return trustedTypes?.createPolicy('liff-emulator', plain) ?? plain
  } catch {
    return plain
  }
})()

/**
 * Draws one of LINE's screens into the page, in a shadow tree that the app's styles do not reach and with a style sheet
 * that its policy does not forbid. An app in a sub-window is no such screen: it gets a window of its own. Returns the
 * way to take it away.
 */
export function showShadowLayer(url: string, end: () => void): () => void {
  const host = document.createElement('div')
  host.title = 'LINE'
  host.lang = 'th'
  const root = host.attachShadow({ mode: 'open' })
  let popup: Window | null = null
  let watch: ReturnType<typeof setInterval> | undefined

  const openApp = () => {
    popup = openWindow(url, LAYER_NAME, 'width=430,height=860')
    if (popup === null) return false
    host.remove()
    watch = setInterval(() => {
      if (popup?.closed) end()
    }, WATCH_MS)
    return true
  }

  /** A window needs a click where the one that led here is too long ago. */
  const offerApp = () => {
    if (openApp()) return
    const button = document.createElement('button')
    button.className = 'main'
    button.textContent = OPEN[navigator.language.split('-')[0] ?? ''] ?? 'Open the window'
    button.addEventListener('click', openApp)
    const main = document.createElement('main')
    main.append(button)
    root.replaceChildren(main)
  }

  const show = async (response: Response) => {
    if (response.type === 'opaqueredirect' || !response.headers.get('content-type')?.startsWith('text/html'))
      return offerApp()
    const page = new DOMParser().parseFromString(html.createHTML(await response.text()), 'text/html')
    root.adoptedStyleSheets = [sheetOf(page)]
    const body = document.createElement('div')
    body.className = 'body'
    body.append(...[...page.body.childNodes].map(node => document.importNode(node, true)))
    for (const element of body.querySelectorAll<HTMLElement>('[style]'))
      element.style.cssText = element.getAttribute('style') ?? ''
    root.replaceChildren(body)
    body.querySelector<HTMLElement>('input:not([type=hidden]), button, a')?.focus()
    if (body.querySelector('[data-done]')) setTimeout(end, DONE_MS)
  }

  const ask = (to: string, init: RequestInit = {}) =>
    send(to, { ...init, redirect: 'manual' }).then(show, () => offerApp())

  root.addEventListener('submit', event => {
    const { target: form, submitter } = event as SubmitEvent
    if (!(form instanceof HTMLFormElement)) return
    event.preventDefault()
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value))
    void ask(form.action, { method: 'POST', body })
  })
  showOverlay(host)
  host.style.overflow = 'auto'
  void ask(url)
  return () => {
    clearInterval(watch)
    popup?.close()
    host.remove()
  }
}

/** The page's styles for a shadow tree: its root and body are other elements there. */
function sheetOf(page: Document): CSSStyleSheet {
  const text = [...page.querySelectorAll('style')].map(style => style.textContent ?? '').join('\n')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text.replaceAll(':root', ':host').replace(/^body\{/gm, '.body{'))
  return sheet
}
