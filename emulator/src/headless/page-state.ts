/** A window that the page opened, with the members that the SDK uses. */
export type Popup = {
  closed: boolean
  readonly location: { href: string }
  postMessage(message: unknown, target: string): void
  close(): void
}

/** The sub-windows of one page. */
type SubWindows = {
  readonly listeners: Map<string, ((data: unknown) => void)[]>
  /**
   * Null until the page opens a sub-window, false while it is open, and true after its result was reported.
   * In a page that is a sub-window itself: true after the page has sent its own result.
   */
  ended: boolean | null
  /**
   * Stops watching the open sub-window: the long poll for its result inside LINE, the popup's health check
   * elsewhere.
   */
  watch: AbortController | null
  popup: Popup | null
  /** Removes the listeners of an open agreement window. */
  agreement: (() => void) | null
}

/** One page load on the emulated phone. A reload creates a new page; the SDK's storage stays. */
export type Page = {
  liffId: string | null
  /** The page's URL. Init removes the tokens from its hash. */
  url: string
  /** True if the page's URL had an access token in its hash, as when LINE opens an app. */
  readonly withToken: boolean
  /** True if the page runs in a sub-window of the LINE app, according to the user agent. */
  readonly child: boolean
  /**
   * True if init found no feature token in the LIFF browser, so the app navigated here and LINE did not open
   * this page.
   */
  subsequent: boolean
  /** Query parameters that the app added to the permanent link. */
  extraQuery: string
  readonly subWindows: SubWindows
  /** Aborted when the next page loads. */
  readonly gone: AbortController
  readonly ready: Promise<void>
  readonly finish: () => void
}

/** Creates the state of a page that has just started to load. */
export function newPage(url: string, child = false): Page {
  let finish = () => {}
  const ready = new Promise<void>(resolve => {
    finish = resolve
  })
  return {
    liffId: null,
    url,
    withToken: /[#|&]access_token=/.test(new URL(url).hash),
    child,
    subsequent: false,
    extraQuery: '',
    subWindows: { listeners: new Map(), ended: null, watch: null, popup: null, agreement: null },
    gone: new AbortController(),
    ready,
    finish,
  }
}

/** Stops everything that still runs in a page, because another page is about to load. */
export function leavePage(page: Page): void {
  page.gone.abort()
  page.subWindows.watch?.abort()
}
