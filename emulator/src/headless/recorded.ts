type BridgeMessage = readonly [type: string, featureToken: string, callbackId: string, json: string]

/** Records what the page did outside its own document, such as navigations and messages. */
export type Recorded = {
  /** URLs the page navigated to, such as `https://access.line.me/liff/v1/authorize?…` or `liff://close`. */
  readonly navigations: string[]
  readonly windows: { readonly url: string; readonly external: boolean }[]
  /** Calls of `window.open`, excluding windows that LINE opened for a bridge message. */
  readonly opened: (readonly [url: string, target: string, features: string])[]
  /** The arguments of each `window._liff.postMessage` call, oldest first. */
  readonly bridge: BridgeMessage[]
  /** Number of times the page asked to be closed. */
  closed: number
  readonly alerts: string[]
}

export const emptyRecord = (): Recorded => ({
  navigations: [],
  windows: [],
  opened: [],
  bridge: [],
  closed: 0,
  alerts: [],
})

/** Clears the lists in place, because tests may hold references to them. */
export function clearRecord(recorded: Recorded): void {
  for (const list of Object.values(recorded)) if (Array.isArray(list)) list.length = 0
  recorded.closed = 0
}
