import type { QueueJob } from './queue.ts'

/** A message from the shim to the panel around the page, sent with `window.parent.postMessage`. */
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

export const PAGE_EVENT_SOURCE = 'liff-emulator'

type FromPage = {
  readonly source: typeof PAGE_EVENT_SOURCE
}

/** A document with the shim has started. `url` is the frame's own URL. */
export type LoadedEvent = FromPage & {
  readonly type: 'loaded'
  readonly url: string
  readonly title?: string
}

/** The document's `load` event has fired. */
export type ReadyEvent = FromPage & {
  readonly type: 'ready'
  readonly url: string
  readonly title?: string
}

/**
 * The app navigated to `url` (`liff://app/…`), and the shim loads `to` (`/__line/…`) instead. Without `to`, the page
 * does not change. `sameDocument` is true for `history.pushState`, `replaceState` and hash changes.
 */
export type NavigateEvent = FromPage & {
  readonly type: 'navigate'
  readonly url: string
  readonly to?: string
  readonly sameDocument?: boolean
}

/** The app was closed by `liff://close`, the bridge or `window.close()`, or the phone killed LINE. */
export type CloseEvent = FromPage & {
  readonly type: 'close'
  readonly by: 'scheme' | 'bridge' | 'window' | 'kill'
}

/** A call to `window._liff.postMessage`. `payload` is its parsed JSON. */
export type BridgeEvent = FromPage & {
  readonly type: 'bridge'
  readonly name: string
  readonly payload?: unknown
  readonly reply?: unknown
  readonly error?: unknown
}

/** A call to `liff.openWindow` or `window.open`. `external` means outside LINE's in-app browser. */
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

/** A request to a host that does not belong to LINE. */
export type AppRequestEvent = FromPage & {
  readonly type: 'request'
  readonly method: string
  readonly url: string
  /** 0 if there was no response. */
  readonly status: number
  readonly ms: number
  /** The headers that the app set, with lowercase names. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text, truncated if long; null if the body is empty or not text. */
  readonly request: string | null
  /** True if `request` describes a form or a file instead of containing it. */
  readonly isSummary: boolean
  readonly response: string | null
}

/** LINE shows a screen, such as the share target picker, or another app on top of this app. */
export type LayerEvent = FromPage & {
  readonly type: 'layer'
  /** Sent to `POST /__emulator/api/layer-closed` when the user closes the layer. */
  readonly id: string
  readonly url: string
}

/** `window.name` of a layer's frame, whose pages get the user agent of a sub-window. */
export const LAYER_NAME = 'liff-emulator:layer'

/** A key pressed with Alt in the app's page, for the panel's shortcuts. */
export type KeyEvent = FromPage & {
  readonly type: 'key'
  readonly code: string
  readonly key: string
}

/** The page `/__emulator/erase` has cleared its origin's storage. */
export type ErasedEvent = FromPage & {
  readonly type: 'erased'
}

/** The app's `offline-queue` event (`queue.ts`). `jobs` are the first {@link MAX_QUEUE_JOBS} of `total` jobs. */
export type QueueEvent = FromPage & {
  readonly type: 'queue'
  readonly jobs: readonly QueueJob[]
  readonly total: number
}

export const PANEL_COMMAND_SOURCE = 'liff-emulator-panel'

/**
 * A message from the panel to a phone's page. The panel suspends the page while the user is outside the app. After a
 * `call` of an SDK function, the page sends a {@link CallOutcome} through the message's port.
 */
export type PanelCommand =
  | { readonly source: typeof PANEL_COMMAND_SOURCE; readonly type: 'reload' | 'suspend' | 'resume' }
  | {
      readonly source: typeof PANEL_COMMAND_SOURCE
      readonly type: 'call'
      readonly name: string
      readonly args: readonly unknown[]
    }

export type CallOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string | null; readonly message: string }

export function isPanelCommand(data: unknown): data is PanelCommand {
  return (
    typeof data === 'object' &&
    data !== null &&
    (data as { source?: unknown }).source === PANEL_COMMAND_SOURCE
  )
}

/** Checks only the source and the type, not the other fields. */
export function isPageEvent(data: unknown): data is PageEvent {
  if (typeof data !== 'object' || data === null) return false
  const { source, type } = data as { source?: unknown; type?: unknown }
  return source === PAGE_EVENT_SOURCE && typeof type === 'string'
}
