import type { Liff } from '@line/liff'
import type { GlobalWindow } from 'happy-dom'
import { LOCATION_FUNCTION, navigatedBy } from '../line-navigation.ts'
import { messageFrame } from './message-frame.ts'
import { compile, type Program } from './sdk-program.ts'

/**
 * A window of happy-dom in which the SDK has run. It shares the test's own `Error`, `Promise` and other built-in values,
 * so a test can use `instanceof` with the SDK's errors and results.
 */
export type PageWindow = GlobalWindow & { readonly liff: Liff }

export type SdkPageOptions = {
  readonly dom: Awaited<ReturnType<typeof loadDom>>
  readonly url: string
  readonly userAgent: string | undefined
  readonly language: string
  readonly colorScheme: string
  readonly sdk: Program
  /** Requests of the page, and of its script elements and frames. */
  readonly fetch: typeof fetch
  /** Called with each URL that a script navigates to. The page itself stays. */
  readonly navigate: (url: string) => void
  /** Sets further globals of the window, before the SDK runs. */
  readonly prepare: (window: PageWindow) => void
}

/** Loads happy-dom. Rejects if it is not installed. */
export const loadDom = () =>
  import('happy-dom').catch(() => {
    throw new Error('headless LIFF needs happy-dom: npm install --save-dev happy-dom')
  })

/**
 * Loads the script elements and frames that the SDK creates through the page's `fetch`. happy-dom's own loading of a
 * script blocks, and its frames lose their `contentWindow` when a form navigates them.
 */
function loadElements(window: PageWindow, { dom, fetch }: SdkPageOptions): void {
  const { document } = window
  const create = document.createElement.bind(document)
  async function load(script: ReturnType<typeof create>, src: string): Promise<void> {
    const response = await fetch(src).catch(() => null)
    // Of LINE's scripts, the modules export nothing.
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

/** Opens a page and runs the SDK in it. */
export function openSdkPage(options: SdkPageOptions): PageWindow {
  const { colorScheme, dom, fetch, language, navigate, prepare, sdk, url, userAgent } = options
  // The SDK also prints each error that its promises reject with, so its console is silent.
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
    ...{ console, fetch },
    // The test's `fetch` takes only values of the test's own classes.
    ...{ AbortController, AbortSignal, Headers, Request, Response },
    [LOCATION_FUNCTION]: (given: unknown) => (given === window.location ? reported : undefined),
  })
  for (const [name, value] of Object.entries({ language, languages: [language] }))
    Object.defineProperty(window.navigator, name, { value })
  // LINE's or another page was there before. A first page would make the SDK ask Android users to open a browser.
  Object.defineProperty(window.history, 'length', { configurable: true, value: 2 })
  loadElements(window, options)
  prepare(window)
  sdk(window)
  return window
}
