import { GlobalWindow } from 'happy-dom'
import type { Popup } from '#emulator/headless/page-state.ts'
import type { Phone } from '#emulator/headless/phone.ts'
import { wait } from '#emulator/platform/wait.ts'
import type { CaseSetup } from './cases.ts'
import type { Outcome } from './outcome.ts'

type PageWindow = NonNullable<Phone['dom']>
type Fetch = Phone['fetch']

/** The page of one case: a document, and the browser functions that the case's call can use. */
export type HeadlessPage = Pick<Phone, 'fetch' | 'now' | 'openPopup' | 'prompt' | 'wait'> & {
  readonly dom: PageWindow
  readonly opened: unknown[]
  readonly prompts: string[]
  /** Runs `text` as the body of an async function in the page at `url`, with the names in `known` in scope. */
  readonly run: (text: string, url: string, known: Readonly<Record<string, unknown>>) => Promise<unknown>
  readonly end: () => Promise<void>
}

/**
 * Opens a page. The page's `fetch` calls `answer`. `onAddress` is called with the new URL after each
 * `history.replaceState`.
 */
export function openHeadlessPage(
  setup: CaseSetup,
  url: string,
  answer: Fetch,
  onAddress: (url: string) => void,
): HeadlessPage {
  const window = new GlobalWindow({ url })
  const page = window as unknown as Record<string, unknown>
  const opened: unknown[] = []
  const prompts: string[] = []
  const { replaceState } = window.history
  window.history.replaceState = (...state) => {
    replaceState.apply(window.history, state)
    onAddress(window.location.href)
  }
  // Define these functions on the page's window: cases replace them there, and code in the page must find the
  // replacement.
  page.fetch = answer
  page.setTimeout = setTimeout
  page.setInterval = setInterval
  const PageDate = class extends Date {}
  page.Date = PageDate
  // happy-dom's PageTransitionEvent does not have `persisted`.
  page.PageTransitionEvent = class extends window.Event {
    readonly persisted: boolean
    constructor(type: string, about: { readonly persisted?: boolean } = {}) {
      super(type)
      this.persisted = about.persisted ?? false
    }
  }
  return {
    dom: window as unknown as PageWindow,
    opened,
    prompts,
    fetch: (address, init) => (page.fetch as Fetch)(address, init),
    openPopup: (...args) => {
      opened.push(args)
      if (setup.popupBlocked) return null
      const popup = fakePopup(opened, page)
      page.__popup = popup
      return popup
    },
    now: () => PageDate.now(),
    prompt: text => {
      prompts.push(text)
      return setup.promptAnswer ?? null
    },
    wait: (ms, signal) => {
      if (page.setTimeout === setTimeout) return wait(ms, signal)
      return new Promise(resolve => (page.setTimeout as typeof setTimeout)(resolve, ms))
    },
    run: (text, url, known) => {
      replaceState.call(window.history, null, '', url)
      Object.assign(page, known)
      // `with` makes the window the global object of the code, as in a browser. It requires sloppy mode.
      const body = new Function('page', `with (page) { return (async () => { ${text}\n})() }`)
      return body(page) as Promise<unknown>
    },
    end: () => window.happyDOM.close(),
  }
}

function fakePopup(opened: unknown[], page: Record<string, unknown>): Popup {
  return {
    closed: false,
    location: {
      get href() {
        return 'about:blank'
      },
      set href(url: string) {
        opened.push(`href=${url}`)
      },
    },
    postMessage: (message, target) => {
      ;(page.__log as Outcome['log']).posted.push([message, target])
    },
    close() {
      this.closed = true
    },
  }
}
