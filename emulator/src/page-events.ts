import type { PageConfig } from './page-config.ts'

/**
 * What the in-page shim tells the control panel: posted with `window.parent.postMessage(event, location.origin)`
 * from the app's frame, only when the page has a parent. The panel ignores any other message, and any message
 * whose `event.source` is not its own frame.
 */
export type PageEvent =
  | LoadedEvent
  | ReadyEvent
  | NavigateEvent
  | CloseEvent
  | BridgeEvent
  | OpenWindowEvent
  | PageErrorEvent
  | KeyEvent
  | LayerEvent
  | ErasedEvent

/** Every message names its sender by this. */
export const PAGE_EVENT_SOURCE = 'liff-emulator'

type FromPage = {
  readonly source: typeof PAGE_EVENT_SOURCE
}

/** A document with the shim has started. `url` is the frame's own address, `title` what it has by then. */
export type LoadedEvent = FromPage & {
  readonly type: 'loaded'
  readonly url: string
  readonly title?: string
}

/** The document has finished loading (window's load event): the panel hides its progress bar. */
export type ReadyEvent = FromPage & {
  readonly type: 'ready'
  readonly url: string
  readonly title?: string
}

/**
 * The page goes somewhere. `url` is where the app meant to go (`https://access.line.me/…`, `liff://app/…`),
 * `to` the address it is really sent to (`/__line/access.line.me/…`); `to` is absent when it stays where it is.
 * `sameDocument` marks history.pushState, replaceState and hash changes of a router.
 */
export type NavigateEvent = FromPage & {
  readonly type: 'navigate'
  readonly url: string
  readonly to?: string
  readonly sameDocument?: boolean
}

/** The app closed itself: `liff://close`, the bridge's closeWindow, or window.close() outside. */
export type CloseEvent = FromPage & {
  readonly type: 'close'
  readonly by: 'scheme' | 'bridge' | 'window'
}

/** One message over `window._liff.postMessage` (`payload` is its JSON, parsed) and, when there is one, its reply. */
export type BridgeEvent = FromPage & {
  readonly type: 'bridge'
  readonly name: string
  readonly payload?: unknown
  readonly reply?: unknown
  readonly error?: unknown
}

/** liff.openWindow or window.open: `external` means the phone's browser, else LINE's in-app browser. */
export type OpenWindowEvent = FromPage & {
  readonly type: 'open-window'
  readonly url: string
  readonly external: boolean
}

/** An uncaught error or rejection in the page, or a request to a LINE host that the emulator does not know. */
export type PageErrorEvent = FromPage & {
  readonly type: 'error'
  readonly message: string
}

/** LINE shows a screen or another app over this one: the share picker, the scanner, a sub-window. */
export type LayerEvent = FromPage & {
  readonly type: 'layer'
  /** What `POST /__emulator/api/layer-closed` is told when the user takes it away. */
  readonly id: string
  readonly url: string
}

/** The name of a frame that is such a layer: pages in it have the user agent of a sub-window. */
export const LAYER_NAME = 'liff-emulator:layer'

/** A key pressed with Alt inside the app: the panel's own, wherever the focus is. */
export type KeyEvent = FromPage & {
  readonly type: 'key'
  readonly code: string
  readonly key: string
}

/** The page that empties an origin's storage has done so. */
export type ErasedEvent = FromPage & {
  readonly type: 'erased'
}

/** Messages of the panel to the page name their sender by this. */
export const PANEL_COMMAND_SOURCE = 'liff-emulator-panel'

/**
 * What the panel asks of the page in its phone: to load anew, to go by another clock, or to call a function of the SDK
 * (`getProfile`, `permission.query`) and answer with a {@link CallOutcome} through the message's port.
 */
export type PanelCommand =
  | { readonly source: typeof PANEL_COMMAND_SOURCE; readonly type: 'reload' }
  | {
      readonly source: typeof PANEL_COMMAND_SOURCE
      readonly type: 'clock'
      readonly clock: PageConfig['clock']
    }
  | {
      readonly source: typeof PANEL_COMMAND_SOURCE
      readonly type: 'call'
      readonly name: string
      readonly args: readonly unknown[]
    }

/** How a called function ended: its value or its error, in JSON. */
export type CallOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string | null; readonly message: string }

/** True for data of a `message` event that is the panel's. */
export function isPanelCommand(data: unknown): data is PanelCommand {
  return (
    typeof data === 'object' &&
    data !== null &&
    (data as { source?: unknown }).source === PANEL_COMMAND_SOURCE
  )
}

/** True for data of a `message` event that has the outer form of a {@link PageEvent}. */
export function isPageEvent(data: unknown): data is PageEvent {
  if (typeof data !== 'object' || data === null) return false
  const { source, type } = data as { source?: unknown; type?: unknown }
  return source === PAGE_EVENT_SOURCE && typeof type === 'string'
}
