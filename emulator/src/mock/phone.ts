import type { Scenario } from '../scenario/schema.ts'
import { liffError } from './liff-error.ts'
import type { Page, Popup } from './page-state.ts'
import type { LineFetch } from './sdk-fetch.ts'

/** The SDK's names for what it stores (spec S3). */
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

/** A message over `window._liff.postMessage`, in its order: type, feature token, callback id, JSON. */
export type BridgeMessage = readonly [type: string, featureToken: string, callbackId: string, json: string]

/** What LINE's app answers: an event with `data` or `error`; null where it says nothing. */
type NativeBridge = (message: BridgeMessage) => Promise<Readonly<Record<string, unknown>> | null>

/** What the page tried to do outside itself. */
export type Recorded = {
  /** Addresses the page left for: `https://access.line.me/liff/v1/authorize?…`, `liff://close`, … */
  readonly navigations: string[]
  readonly windows: { readonly url: string; readonly external: boolean }[]
  /** What `window.open` was given: a window that LINE's app was asked for over the bridge is not among them. */
  readonly opened: (readonly [url: string, target: string, features: string])[]
  /** Messages to LINE's app, oldest first. */
  readonly bridge: BridgeMessage[]
  /** How often the app closed itself. */
  closed: number
  readonly alerts: string[]
}

/** Nothing of that yet. */
export const emptyRecord = (): Recorded => ({
  navigations: [],
  windows: [],
  opened: [],
  bridge: [],
  closed: 0,
  alerts: [],
})

/** The phone: scenario, LINE's answers, the SDK's store, the page, and what it tried. */
export type Phone = {
  readonly scenario: () => Scenario
  readonly fetch: LineFetch
  /** ms since 1970 by the phone's own clock. */
  readonly now: () => number
  readonly random: (length: number) => string
  readonly page: () => Page
  readonly store: Map<string, unknown>
  /** When the access token ends, by LIFF id, ms since 1970: the SDK keeps it in a cookie. */
  readonly expires: Map<string, number>
  readonly recorded: Recorded
  /** LINE's app behind `window._liff`; null where there is none. */
  readonly bridge: NativeBridge | null
  /** `window.open`; null where the browser blocks it. */
  readonly openPopup: (url: string, target: string, features: string) => Popup | null
  /** `window.prompt`, by which LINE on iOS tells its language. */
  readonly prompt: (text: string) => string | null
  /** Resolves after so many milliseconds, or when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** The window of the test's own document, where there is one. */
  readonly dom: PageWindow | null
}

/** What of a window the SDK touches besides its document. */
export type PageWindow = Pick<
  Window,
  'addEventListener' | 'dispatchEvent' | 'document' | 'localStorage' | 'matchMedia' | 'sessionStorage'
> & {
  readonly CustomEvent: typeof CustomEvent
}

/** The LIFF id the page called init with. */
export function configuredId(phone: Phone): string {
  const { liffId } = phone.page()
  if (!liffId) throw liffError('INVALID_CONFIG', 'liffId is necessary for liff.init()')
  return liffId
}

/** What the SDK has kept under a name for this LIFF id; null where there is nothing. */
export function stored(phone: Phone, name: StoredName): unknown {
  return phone.store.get(`${configuredId(phone)}:${name}`) ?? null
}

/** Keeps a value under a name, as the SDK keeps it between pages. */
export function storeValue(phone: Phone, name: StoredName, value: unknown): void {
  phone.store.set(`${configuredId(phone)}:${name}`, value)
}

/** Takes away what was kept under a name. */
export function removeValue(phone: Phone, name: StoredName): void {
  phone.store.delete(`${configuredId(phone)}:${name}`)
}

/** The access token of whoever is logged in. */
export function accessTokenOf(phone: Phone): string | null {
  return stored(phone, 'accessToken') as string | null
}

/** What LINE said of where the app was opened. */
export function contextOf(phone: Phone): Readonly<Record<string, unknown>> | null {
  return stored(phone, 'context') as Readonly<Record<string, unknown>> | null
}

/**
 * Inside LINE with LIFF: decided by the environment, as the SDK decides it by the user agent; by the hash that LINE's
 * other browser opened the page with; or by what an earlier page of the session found.
 */
export function inClient(phone: Phone): boolean {
  const { kind } = phone.scenario().environment
  if (kind === 'liff' || (kind === 'line-browser' && phone.page().withToken)) return true
  return String(phone.store.get('isInClient')) === '1'
}

/** LINE's version as `x.y.z`; null outside LINE. */
export function lineVersionOf(phone: Phone): string | null {
  const { kind, lineVersion } = phone.scenario().environment
  return kind === 'external' ? null : lineVersion
}

/** `ios`, `android` or `web`; an iPad is iOS. */
export function osOf(phone: Phone): 'ios' | 'android' | 'web' {
  const { os } = phone.scenario().environment
  return os === 'ipad' ? 'ios' : os
}

/** Leaves for another address: recorded, for nothing is loaded here. */
export function navigate(phone: Phone, url: string): void {
  phone.recorded.navigations.push(url)
}
