import type { Environment, Scenario } from './scenario/schema.ts'

/** Path prefix of LINE's hosts on the page's origin: `/__line/<host>/<path>`. */
export const LINE_PREFIX = '/__line/'

/** Path prefix of the emulator's own panel, shim and REST control. */
export const EMULATOR_PREFIX = '/__emulator/'

/** Prefix of every storage key that the SDK writes. */
export const STORE_PREFIX = 'LIFF_STORE:'

/** SDK state from an earlier visit, which the shim writes to the SDK's storage before the SDK loads. */
export type Seed = {
  /** JSON text by full storage key, for sessionStorage in the LIFF browser and localStorage elsewhere. */
  readonly entries: Readonly<Record<string, string>>
  /** Access token expiry by LIFF ID, in ms since 1970, for the Secure cookie `LIFF_STORE:expires:{liffId}`. */
  readonly expires: Readonly<Record<string, number>>
  /** If true, the shim writes the seed on every page load, which undoes logging out; otherwise, once per session. */
  readonly everyLoad: boolean
}

/** Body of `POST /__emulator/api/bridge`: a message from the SDK over LINE's in-client bridge. */
export type BridgeCall = {
  readonly type: string
  readonly featureToken: string
  readonly callbackId: string
  /** The SDK's JSON text, which may be empty. */
  readonly json: string
  /** ID of the screen that an earlier call opened. If set, the call waits for the user's answer. */
  readonly question?: string
}

/** Events for `liff._dispatchEvent`, in this order; empty if LINE does not reply. */
export type BridgeReply = {
  readonly events: readonly Readonly<Record<string, unknown>>[]
  /** Native screen that the user must answer first, with LINE's real URL. */
  readonly ask?: { readonly id: string; readonly url: string }
}

/** Body of `POST /__emulator/api/scheme`: a `liff://` or `line://` URL that the page navigated to. */
export type SchemeCall = { readonly url: string }

/** How the shim reacts to the navigation; `close` is the result of `liff://close`. `url` is a real LINE URL. */
export type SchemeReply =
  | { readonly action: 'none' | 'close' }
  | { readonly action: 'open'; readonly url: string }
  /** Shows a LINE page or another LIFF app above this page, until the shim calls `layer-closed`. */
  | { readonly action: 'layer'; readonly url: string; readonly id: string }

/** The phone's state. Open pages stay in sync with it. */
export type PhoneState = {
  /** The clock is stopped at `frozenAt`; if that is null, it shows real time plus `offsetMs`. */
  readonly clock: { readonly offsetMs: number; readonly frozenAt: number | null }
  readonly offline: boolean
}

/** Configuration of the shim. Each response for `/__emulator/shim.js` contains the current one as JSON. */
export type PageConfig = {
  readonly version: 1
  /** Set once the shim has started; otherwise, the proxy's guard stops the page. */
  started?: true
  readonly scenario: string
  /**
   * Changes when a scenario is loaded or reset, or when the user or the tokens of an earlier visit change. If this
   * differs from the value stored under `LIFF_EMULATOR:session` in the SDK's storage, the shim removes all
   * `LIFF_STORE:` entries and expiry cookies and writes `seed`.
   */
  readonly session: string
  /** Number of changes in the emulated LINE's state. */
  readonly revision: number
  /** Always `/__line/`. */
  readonly routes: string
  /** Always `/__emulator/`. */
  readonly emulator: string
  /** True if, in browsers without the Navigation API, the shim puts a plain tab's app in a frame. */
  readonly guardedTab: boolean
  readonly liffIds: readonly string[]
  /** The endpoint URLs are absolute. */
  readonly apps: readonly {
    readonly liffId: string
    readonly channelId: string
    readonly name: string
    readonly endpointUrl: string
  }[]
  readonly environment: Environment
  /** Pages see this user agent even before the SDK loads; null keeps the browser's. */
  readonly userAgent: string | null
  readonly subWindowUserAgent: string | null
  readonly phone: PhoneState
  /** Data of the LIFF browser's `window._liff`; null in other browsers. */
  readonly bridge: {
    readonly features: readonly string[]
    /** Events that LINE sends when the page starts. */
    readonly pushed: readonly Readonly<Record<string, unknown>>[]
  } | null
  readonly seed: Seed | null
}

/** The phone's clock is LINE's clock plus the phone's skew. */
export function phoneState({ clock, network }: Pick<Scenario, 'clock' | 'network'>): PhoneState {
  const { frozenAt, advanceMs, skewMs } = clock
  return {
    clock: { offsetMs: advanceMs + skewMs, frozenAt: frozenAt === null ? null : frozenAt + skewMs },
    offline: network.kind === 'offline',
  }
}
