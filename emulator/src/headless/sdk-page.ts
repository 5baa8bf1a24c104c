import type { Liff } from '@line/liff'
import type { Window } from 'happy-dom'
import { LOCATION_FUNCTION } from '../line-navigation.ts'
import { messageFrame } from './message-frame.ts'
import { compile, type Program } from './sdk-program.ts'

/** A window of happy-dom in which the SDK runs. */
export type PageWindow = Window & { readonly liff?: Liff }

export type SdkPageOptions = {
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

/** A page in which the unmodified SDK runs. */
export type SdkPage = {
  readonly window: PageWindow
  readonly liff: Liff
  /** Stops what runs in the page, because another page is about to load. */
  readonly leave: () => void
}

/**
 * Globals that the page shares with the test: values that the SDK passes to them or returns (`instanceof Error`, bytes
 * for `crypto`) would otherwise be of another kind, because happy-dom has its own.
 */
const SHARED = [
  ...['AbortController', 'AbortSignal', 'Array', 'ArrayBuffer', 'BigInt', 'Boolean', 'DataView', 'Error'],
  ...['Function', 'Headers', 'JSON', 'Map', 'Number', 'Object', 'Promise', 'RangeError', 'Reflect', 'RegExp'],
  ...['Request', 'Response', 'Set', 'String', 'Symbol', 'SyntaxError', 'TextDecoder', 'TextEncoder'],
  ...['TypeError', 'URL', 'URLSearchParams', 'Uint8Array', 'Uint16Array', 'Uint32Array', 'WeakMap'],
  ...['WeakSet', 'atob', 'btoa', 'crypto', 'queueMicrotask', 'structuredClone'],
] as const

/** The SDK repeats on the console what its promises say, so nothing is printed. */
const silentConsole = () =>
  Object.fromEntries(['debug', 'error', 'info', 'log', 'warn'].map(name => [name, () => {}]))

let dom: typeof import('happy-dom') | undefined

/** Loads happy-dom, which pages need. Rejects if it is not installed. */
export async function loadDom(): Promise<typeof import('happy-dom')> {
  dom ??= await import('happy-dom').catch(() => {
    throw new Error('headless LIFF needs happy-dom: npm install --save-dev happy-dom')
  })
  return dom
}

/** A `location` whose navigations are only reported, like those that the emulator's shim stops in a browser. */
function reporting(window: PageWindow, navigate: (url: string) => void) {
  const go = (to: unknown) => navigate(new URL(String(to), window.document.baseURI).href)
  return {
    assign: go,
    replace: go,
    set href(to: unknown) {
      go(to)
    },
  }
}

/** Loads the script elements and frames that the SDK adds, which happy-dom does not load without its own server. */
function loadElements(window: PageWindow, fetch: typeof globalThis.fetch): void {
  const { document } = window
  const settle = (element: object, type: string) =>
    (element as EventTarget).dispatchEvent(new window.Event(type) as never)
  async function loadScript(script: { readonly src: string }): Promise<void> {
    const response = await fetch(script.src).catch(() => null)
    if (!response?.ok) return void settle(script, 'error')
    // Of LINE's scripts, the modules export nothing.
    compile((await response.text()).replace(/^export \{\};?$/m, ''))(window)
    settle(script, 'load')
  }
  for (const parent of [document.head, document.body]) {
    const append = parent.appendChild.bind(parent)
    parent.appendChild = (node => {
      const { localName } = node as unknown as Element
      if (localName === 'iframe') return messageFrame(window, fetch, node as never)
      if (localName !== 'script') return append(node)
      void loadScript(node as never)
      return node
    }) as typeof parent.appendChild
  }
}

/** Opens a page and runs the SDK in it. Call {@link loadDom} first. */
export function openSdkPage(options: SdkPageOptions): SdkPage {
  if (dom === undefined) throw new Error('loadDom has not been called')
  const { colorScheme, fetch, language, navigate, prepare, sdk, url, userAgent } = options
  const window = new dom.Window({
    url,
    settings: {
      ...(userAgent === undefined ? {} : { navigator: { userAgent } }),
      device: { prefersColorScheme: colorScheme === 'dark' ? 'dark' : 'light' },
    },
  }) as PageWindow
  const shared = globalThis as unknown as Readonly<Record<string, unknown>>
  const recorder = reporting(window, navigate)
  Object.assign(window, {
    ...Object.fromEntries(SHARED.map(name => [name, shared[name]])),
    console: silentConsole(),
    fetch,
    [LOCATION_FUNCTION]: (given: unknown) => (given === window.location ? recorder : undefined),
  })
  for (const [name, value] of Object.entries({ language, languages: [language] }))
    Object.defineProperty(window.navigator, name, { value })
  // LINE's or another page was there before. A first page would make the SDK ask Android users to open a browser.
  Object.defineProperty(window.history, 'length', { configurable: true, value: 2 })
  loadElements(window, fetch)
  prepare(window)
  sdk(window)
  const { liff } = window
  if (liff === undefined) throw new Error('the SDK has not set window.liff')
  return { window, liff, leave: () => void window.happyDOM.abort() }
}
