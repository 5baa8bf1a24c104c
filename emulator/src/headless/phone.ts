import type { Scenario } from '../scenario/schema.ts'
import { liffError } from './liff-error.ts'
import type { Arrival } from './login-return.ts'
import type { Page, Popup } from './page-state.ts'
import type { LineFetch } from './sdk-fetch.ts'

/** Names under which the SDK stores its values (spec S3). */
export type StoredName =
  | 'accessToken'
  | 'IDToken'
  | 'decodedIDToken'
  | 'featureToken'
  | 'context'
  | 'clientId'
  | 'loginTmp'
  | 'mstChallenge'
  | 'mstVerifier'
  | 'msit'
  | 'mst'
  | 'appData'
  | 'inSubWindow'

/** The arguments of `window._liff.postMessage`. */
export type BridgeMessage = readonly [type: string, featureToken: string, callbackId: string, json: string]

/**
 * Sends a message to the LINE app. Resolves to LINE's reply, an event with `data` or `error`, or to null if
 * LINE does not reply.
 */
type NativeBridge = (message: BridgeMessage) => Promise<Readonly<Record<string, unknown>> | null>

/** Effects of the page outside itself: navigations, windows, bridge messages and alerts. */
export type Recorded = {
  /** URLs the page navigated to: `https://access.line.me/liff/v1/authorize?…`, `liff://close`, … */
  readonly navigations: string[]
  readonly windows: { readonly url: string; readonly external: boolean }[]
  /** Arguments of `window.open`. Excludes windows that the LINE app opened for a bridge message. */
  readonly opened: (readonly [url: string, target: string, features: string])[]
  /** Messages to the LINE app, oldest first. */
  readonly bridge: BridgeMessage[]
  /** Number of `liff.closeWindow` calls. */
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

/** The emulated phone: its network, clock, storage, current page, browser window and LINE app. */
export type Phone = {
  readonly scenario: () => Scenario
  readonly fetch: LineFetch
  /** Returns the phone's own time, in milliseconds since 1970. */
  readonly now: () => number
  readonly random: (length: number) => string
  readonly page: () => Page
  readonly arrival: Arrival
  readonly store: Map<string, unknown>
  /** Expiry of access tokens by LIFF id, in ms since 1970. The SDK stores it in a cookie. */
  readonly expires: Map<string, number>
  readonly recorded: Recorded
  /** The LINE app behind `window._liff`; null if the page has no bridge. */
  readonly bridge: NativeBridge | null
  /** Opens a popup like `window.open`. Returns null if the browser blocks it. */
  readonly openPopup: (url: string, target: string, features: string) => Popup | null
  /** Sends a request from one of LINE's own screens, which is not part of the page. */
  readonly lineScreen: LineFetch
  /** Replaces `window.prompt`, from which LINE on iOS returns the app's language. */
  readonly prompt: (text: string) => string | null
  /** Resolves after the given time, or when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** The window of the test's document (happy-dom); null in plain Node. */
  readonly dom: PageWindow | null
}

/** The members of a window that the SDK uses. */
export type PageWindow = Pick<
  Window,
  'addEventListener' | 'dispatchEvent' | 'document' | 'localStorage' | 'matchMedia' | 'sessionStorage'
> & {
  readonly CustomEvent: typeof CustomEvent
}

/** Returns the LIFF id that the page passed to init. Throws INVALID_CONFIG before init. */
export function configuredId(phone: Phone): string {
  const { liffId } = phone.page()
  if (!liffId) throw liffError('INVALID_CONFIG', 'liffId is necessary for liff.init()')
  return liffId
}

/** Returns the SDK's stored value for this LIFF id, or null. */
export function stored(phone: Phone, name: StoredName): unknown {
  return phone.store.get(`${configuredId(phone)}:${name}`) ?? null
}

/** Stores a value for this LIFF id. The value is kept when another page loads. */
export function storeValue(phone: Phone, name: StoredName, value: unknown): void {
  phone.store.set(`${configuredId(phone)}:${name}`, value)
}

/** Deletes a stored value of this LIFF id. */
export function removeValue(phone: Phone, name: StoredName): void {
  phone.store.delete(`${configuredId(phone)}:${name}`)
}

/** Returns the stored access token, or null if no user is logged in. */
export function accessTokenOf(phone: Phone): string | null {
  return stored(phone, 'accessToken') as string | null
}

/** Returns the stored LIFF context, or null before init. */
export function contextOf(phone: Phone): Readonly<Record<string, unknown>> | null {
  return stored(phone, 'context') as Readonly<Record<string, unknown>> | null
}

/**
 * True inside the LIFF browser. The SDK decides this from the user agent (here: the scenario's environment),
 * from an access token in the URL's hash (LINE's in-app browser), or from a value that an earlier page of the
 * session stored.
 */
export function inClient(phone: Phone): boolean {
  const { kind } = phone.scenario().environment
  if (kind === 'liff' || (kind === 'line-browser' && phone.page().withToken)) return true
  return String(phone.store.get('isInClient')) === '1'
}

/** Returns LINE's version as `x.y.z`, or null outside LINE. */
export function lineVersionOf(phone: Phone): string | null {
  const { kind, lineVersion } = phone.scenario().environment
  return kind === 'external' ? null : lineVersion
}

/** Returns `ios`, `android` or `web`. An iPad counts as iOS. */
export function osOf(phone: Phone): 'ios' | 'android' | 'web' {
  const { os } = phone.scenario().environment
  return os === 'ipad' ? 'ios' : os
}

/** Records a navigation to another URL. Does not load a page. */
export function navigate(phone: Phone, url: string): void {
  phone.recorded.navigations.push(url)
}
