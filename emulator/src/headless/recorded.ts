/** The arguments of `window._liff.postMessage`. */
type BridgeMessage = readonly [type: string, featureToken: string, callbackId: string, json: string]

/** Effects of the page outside itself: navigations, windows, bridge messages and alerts. */
export type Recorded = {
  /** URLs the page navigated to: `https://access.line.me/liff/v1/authorize?…`, `liff://close`, … */
  readonly navigations: string[]
  readonly windows: { readonly url: string; readonly external: boolean }[]
  /** Arguments of `window.open`. Excludes windows that the LINE app opened for a bridge message. */
  readonly opened: (readonly [url: string, target: string, features: string])[]
  /** Messages to the LINE app, oldest first. */
  readonly bridge: BridgeMessage[]
  /** How often the page asked to be closed. */
  closed: number
  readonly alerts: string[]
}

/** Creates the record of a page that has not done anything yet. */
export const emptyRecord = (): Recorded => ({
  navigations: [],
  windows: [],
  opened: [],
  bridge: [],
  closed: 0,
  alerts: [],
})

/** Empties a record that tests may hold. */
export function clearRecord(recorded: Recorded): void {
  for (const list of Object.values(recorded)) if (Array.isArray(list)) list.length = 0
  recorded.closed = 0
}
