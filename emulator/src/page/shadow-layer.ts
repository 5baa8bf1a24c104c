import { LAYER_NAME } from '../page-events.ts'

/** How often to check whether the user has closed a sub-window in a separate browser window. */
const CLOSED_CHECK_MS = 300
const DONE_MS = 300

/** Labels of the button shown if the browser requires a click to open a window. The default is English. */
const OPEN_LABELS: Readonly<Record<string, string>> = { th: 'เปิดหน้าต่างย่อย', ja: 'ウィンドウを開く' }

const OVERLAY_STYLE =
  'position:fixed;inset:0;width:100%;height:100%;border:0;margin:0;padding:0;background:#fff;z-index:2147483647'

/** Shows an element above the page. As a popover, it also covers the app's modal dialogs. */
export function showOverlay(element: HTMLElement): void {
  element.style.cssText = OVERLAY_STYLE
  if ('popover' in element) element.popover = 'manual'
  document.body.append(element)
  if ('showPopover' in element) element.showPopover()
}

type Html = {
  readonly createHTML: (text: string) => string
}

type TrustedTypes = {
  readonly createPolicy: (name: string, rules: Html) => Html
}

const send = window.fetch.bind(window)
const openWindow = window.open.bind(window)

/** Creates HTML for the emulator's UI that is trusted even if the app enforces Trusted Types. */
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
 * Renders one of LINE's screens in a shadow root, for apps whose Content Security Policy forbids frames. The app's
 * styles do not apply there, and the policy allows constructed style sheets. A sub-window with an app opens in a
 * browser window.
 *
 * @returns a function that removes the screen.
 */
export function showShadowLayer(url: string, end: () => void): () => void {
  const host = document.createElement('div')
  host.title = 'LINE'
  const root = host.attachShadow({ mode: 'open' })
  let popup: Window | null = null
  let closedCheck: ReturnType<typeof setInterval> | undefined

  const openApp = () => {
    popup = openWindow(url, LAYER_NAME, 'width=430,height=860')
    if (popup === null) return false
    host.remove()
    closedCheck = setInterval(() => {
      if (popup?.closed) end()
    }, CLOSED_CHECK_MS)
    return true
  }

  /** Browsers block pop-ups without a recent click, so offer a button. */
  const offerApp = () => {
    if (openApp()) return
    const button = document.createElement('button')
    button.className = 'main'
    button.textContent = OPEN_LABELS[navigator.language.split('-')[0] ?? ''] ?? 'Open the window'
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
    host.lang = page.documentElement.lang
    const body = document.createElement('div')
    body.className = 'body'
    body.append(...[...page.body.childNodes].map(node => document.importNode(node, true)))
    for (const element of body.querySelectorAll<HTMLElement>('[style]'))
      element.style.cssText = element.getAttribute('style') ?? ''
    root.replaceChildren(body)
    body.querySelector<HTMLElement>('input:not([type=hidden]), button, a')?.focus()
    if (body.querySelector('[data-done]')) setTimeout(end, DONE_MS)
  }

  const load = (to: string, init: RequestInit = {}) =>
    send(to, { ...init, redirect: 'manual' }).then(show, () => offerApp())

  root.addEventListener('submit', event => {
    const { target: form, submitter } = event as SubmitEvent
    if (!(form instanceof HTMLFormElement)) return
    event.preventDefault()
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value))
    void load(form.action, { method: 'POST', body })
  })
  showOverlay(host)
  host.style.overflow = 'auto'
  void load(url)
  return () => {
    clearInterval(closedCheck)
    popup?.close()
    host.remove()
  }
}

/** Adapts the styles to a shadow root: `:root` becomes `:host`, and `body` becomes `.body`. */
function sheetOf(page: Document): CSSStyleSheet {
  const text = [...page.querySelectorAll('style')].map(style => style.textContent ?? '').join('\n')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text.replaceAll(':root', ':host').replace(/^body\{/gm, '.body{'))
  return sheet
}
