import type { Liff } from '@line/liff'
import type { GlobalWindow } from 'happy-dom'
import { LOCATION_FUNCTION, navigatedBy } from '../line-navigation.ts'
import { messageFrame } from './message-frame.ts'
import { compile, type Program } from './sdk-program.ts'

/**
 * A happy-dom window in which the SDK has run. It shares built-ins such as `Error` with the test, so `instanceof`
 * works.
 */
export type PageWindow = GlobalWindow & { readonly liff: Liff }

export type SdkPageOptions = {
  readonly dom: Awaited<ReturnType<typeof loadDom>>
  readonly url: string
  readonly userAgent: string | undefined
  readonly language: string
  readonly colorScheme: string
  readonly sdk: Program
  /** Sends the requests of the page and of its script elements and frames. */
  readonly fetch: typeof fetch
  /** Called when a script navigates. The page itself is not replaced. */
  readonly navigate: (url: string) => void
  /** Sets additional globals before the SDK runs. */
  readonly prepare: (window: PageWindow) => void
}

export const loadDom = () =>
  import('happy-dom').catch(() => {
    throw new Error('headless LIFF needs happy-dom: npm install --save-dev happy-dom')
  })

/**
 * Loads scripts and frames with the page's `fetch`, because happy-dom loads scripts synchronously, and its frames lose
 * their `contentWindow` when a form navigates them.
 */
function loadElements(window: PageWindow, { dom, fetch }: SdkPageOptions): void {
  const { document } = window
  const create = document.createElement.bind(document)
  async function load(script: ReturnType<typeof create>, src: string): Promise<void> {
    const response = await fetch(src).catch(() => null)
    // LINE's module scripts export nothing.
    if (response?.ok) compile((await response.text()).replace(/^export \{\};?$/m, ''))(window)
    script.dispatchEvent(new window.Event(response?.ok ? 'load' : 'error'))
  }
  document.createElement = ((name: string) => {
    const element = create(name)
    if (name === 'script') Object.defineProperty(element, 'src', { set: src => void load(element, src) })
    if (name !== 'iframe') return element
    const value = messageFrame(window, new dom.GlobalWindow(), fetch)
    return Object.defineProperty(element, 'contentWindow', { value })
  }) as typeof document.createElement
}

export function openSdkPage(options: SdkPageOptions): PageWindow {
  const { colorScheme, dom, fetch, language, navigate, prepare, sdk, url, userAgent } = options
  // The SDK also logs every error it rejects with, so silence its console.
  const console = Object.fromEntries(['debug', 'error', 'info', 'log', 'warn'].map(name => [name, () => {}]))
  const window = new dom.GlobalWindow({
    url,
    settings: {
      ...(userAgent === undefined ? {} : { navigator: { userAgent } }),
      device: { prefersColorScheme: colorScheme === 'dark' ? 'dark' : 'light' },
    },
  }) as PageWindow
  const reported = navigatedBy(to => navigate(new URL(String(to), window.document.baseURI).href))
  Object.assign(window, {
    console,
    fetch,
    // The test's `fetch` accepts only instances of the test's own classes.
    AbortController,
    AbortSignal,
    Headers,
    Request,
    Response,
    [LOCATION_FUNCTION]: (given: unknown) => (given === window.location ? reported : undefined),
  })
  for (const [name, value] of Object.entries({ language, languages: [language] }))
    Object.defineProperty(window.navigator, name, { value })
  // With an empty history, the SDK would ask Android users to open a browser.
  Object.defineProperty(window.history, 'length', { configurable: true, value: 2 })
  loadElements(window, options)
  prepare(window)
  sdk(window)
  return window
}
