import type { QueueJob } from './queue.ts'

/**
 * Message from the shim in the app's page to the panel, sent with `window.parent.postMessage`. The shim sends
 * none if the page is not in a frame of the panel. The panel ignores messages of other types and messages
 * from windows other than its own frames.
 */
export type PageEvent =
  | LoadedEvent
  | ReadyEvent
  | NavigateEvent
  | CloseEvent
  | BridgeEvent
  | OpenWindowEvent
  | PageErrorEvent
  | AppRequestEvent
  | KeyEvent
  | LayerEvent
  | ErasedEvent
  | QueueEvent

/** Value of `source` in every message from the shim. */
export const PAGE_EVENT_SOURCE = 'liff-emulator'

type FromPage = {
  readonly source: typeof PAGE_EVENT_SOURCE
}

/** A document with the shim has started. `url` is the frame's own URL, `title` the title so far. */
export type LoadedEvent = FromPage & {
  readonly type: 'loaded'
  readonly url: string
  readonly title?: string
}

/** The document's `load` event has fired. The panel hides its progress bar. */
export type ReadyEvent = FromPage & {
  readonly type: 'ready'
  readonly url: string
  readonly title?: string
}

/**
 * The page navigates. `url` is the target that the app requested (`https://access.line.me/…`, `liff://app/…`)
 * and `to` the URL that the shim loads instead (`/__line/access.line.me/…`). If `to` is missing, the page
 * does not change. `sameDocument` is true for `history.pushState`, `replaceState` and hash changes.
 */
export type NavigateEvent = FromPage & {
  readonly type: 'navigate'
  readonly url: string
  readonly to?: string
  readonly sameDocument?: boolean
}

/** The app closed itself, by `liff://close`, the bridge's `closeWindow` or `window.close()`, or the phone killed LINE. */
export type CloseEvent = FromPage & {
  readonly type: 'close'
  readonly by: 'scheme' | 'bridge' | 'window' | 'kill'
}

/**
 * One call of `window._liff.postMessage`. `payload` is its parsed JSON; the reply is present if LINE replied.
 */
export type BridgeEvent = FromPage & {
  readonly type: 'bridge'
  readonly name: string
  readonly payload?: unknown
  readonly reply?: unknown
  readonly error?: unknown
}

/**
 * A call of `liff.openWindow` or `window.open`. `external` is true for the phone's browser and false for
 * LINE's in-app browser.
 */
export type OpenWindowEvent = FromPage & {
  readonly type: 'open-window'
  readonly url: string
  readonly external: boolean
}

/** An uncaught error or an unhandled rejection in the page. */
export type PageErrorEvent = FromPage & {
  readonly type: 'error'
  readonly message: string
}

/** The page has made a request to the app's own server or to another host that is not LINE's. */
export type AppRequestEvent = FromPage & {
  readonly type: 'request'
  readonly method: string
  readonly url: string
  /** 0 if the request got no response. */
  readonly status: number
  /** Milliseconds until the response. */
  readonly ms: number
  /** The request's body as text, truncated; null if it is empty or not text. */
  readonly request: string | null
  readonly response: string | null
}

/** LINE shows a screen or another app on top of this one: the share target picker, the scanner, a sub-window. */
export type LayerEvent = FromPage & {
  readonly type: 'layer'
  /** ID for `POST /__emulator/api/layer-closed` when the user closes the layer. */
  readonly id: string
  readonly url: string
}

/** `window.name` of a layer's frame. Pages in the frame get the user agent of a sub-window. */
export const LAYER_NAME = 'liff-emulator:layer'

/**
 * A key pressed with Alt inside the app's page. The shim reports it so that the panel's shortcuts work while
 * the app has the focus.
 */
export type KeyEvent = FromPage & {
  readonly type: 'key'
  readonly code: string
  readonly key: string
}

/** The page `/__emulator/erase` has cleared its origin's storage. */
export type ErasedEvent = FromPage & {
  readonly type: 'erased'
}

/**
 * The app has announced its queue of unsent writes with an `offline-queue` event (`queue.ts`). `jobs` are the first
 * {@link MAX_QUEUE_JOBS} of `total` jobs.
 */
export type QueueEvent = FromPage & {
  readonly type: 'queue'
  readonly jobs: readonly QueueJob[]
  readonly total: number
}

/** Value of `source` in every message from the panel to the page. */
export const PANEL_COMMAND_SOURCE = 'liff-emulator-panel'

/**
 * Message from the panel to the page in its phone: reload, suspend while the user is elsewhere, resume, or call an SDK
 * function such as `permission.query`. The page replies to a call with a {@link CallOutcome} through the message's port.
 */
export type PanelCommand =
  | { readonly source: typeof PANEL_COMMAND_SOURCE; readonly type: 'reload' | 'suspend' | 'resume' }
  | {
      readonly source: typeof PANEL_COMMAND_SOURCE
      readonly type: 'call'
      readonly name: string
      readonly args: readonly unknown[]
    }

/** Result of an SDK call: its value, or the error's code and message. */
export type CallOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string | null; readonly message: string }

/** True if the data of a `message` event is a {@link PanelCommand}. */
export function isPanelCommand(data: unknown): data is PanelCommand {
  return (
    typeof data === 'object' &&
    data !== null &&
    (data as { source?: unknown }).source === PANEL_COMMAND_SOURCE
  )
}

/**
 * True if the data of a `message` event has the source and type of a {@link PageEvent}. Does not check the
 * other fields.
 */
export function isPageEvent(data: unknown): data is PageEvent {
  if (typeof data !== 'object' || data === null) return false
  const { source, type } = data as { source?: unknown; type?: unknown }
  return source === PAGE_EVENT_SOURCE && typeof type === 'string'
}
