/** A window that the page opened, with the members that the SDK uses. */
export type Popup = {
  closed: boolean
  readonly location: { href: string }
  postMessage(message: unknown, target: string): void
  close(): void
}

/** A page's state about its sub-windows. */
type SubWindows = {
  readonly listeners: Map<string, ((data: unknown) => void)[]>
  /** False while a sub-window is open; true once its result, or this window's own result, was reported; null before. */
  ended: boolean | null
  /** Stops watching the open sub-window: the long poll inside LINE, the popup's health check elsewhere. */
  watch: AbortController | null
  popup: Popup | null
  /** Removes the listeners of an open agreement window. */
  agreement: (() => void) | null
}

/** One page load on the emulated phone. A reload creates a new page; the SDK's storage stays. */
export type Page = {
  liffId: string | null
  /** The page's URL; init removes the launch credentials from its hash. */
  url: string
  /** True if the page's URL had an access token in its hash, as when LINE opens an app. */
  readonly withToken: boolean
  /** True if the page is in a sub-window of the LINE app, according to the user agent. */
  readonly child: boolean
  /** True if init found no feature token in the LIFF browser: LINE did not open this page directly. */
  subsequent: boolean
  /** Additional query parameters of the permanent link. */
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

/** Ends a page: stops everything that still runs in it. */
export function leavePage(page: Page): void {
  page.gone.abort()
  page.subWindows.watch?.abort()
}
