/** A window that the page opened, as far as the SDK touches it. */
export type Popup = {
  closed: boolean
  readonly location: { href: string }
  postMessage(message: unknown, target: string): void
  close(): void
}

/** What one page knows of its sub-windows. */
type SubWindows = {
  readonly listeners: Map<string, ((data: unknown) => void)[]>
  /** False while one is open, true when its end was told, or when this one has told its own; null before. */
  ended: boolean | null
  /** Ends what watches over the open one: the long poll in LINE, the popup elsewhere. */
  watch: AbortController | null
  popup: Popup | null
  /** Takes the listeners of an agreement window away. */
  agreement: (() => void) | null
}

/** One page load in the emulated phone; a reload makes a new one over the same store. */
export type Page = {
  liffId: string | null
  /** The page's own address, with the launch hash until init takes it away. */
  url: string
  /** The page opened with an access token in its hash, as LINE opens one. */
  readonly withToken: boolean
  /** The page is in a sub-window that LINE's app shows: the user agent says so. */
  readonly child: boolean
  /** The LIFF browser found no feature token at init: the app was not opened by LINE itself. */
  subsequent: boolean
  /** Query parameters the permanent link carries besides. */
  extraQuery: string
  readonly subWindows: SubWindows
  /** Aborted when another page takes its place. */
  readonly gone: AbortController
  readonly ready: Promise<void>
  readonly finish: () => void
}

/** A page that starts now. */
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

/** The page is left: nothing of it goes on. */
export function leavePage(page: Page): void {
  page.gone.abort()
  page.subWindows.watch?.abort()
}
