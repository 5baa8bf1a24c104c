import type { Environment, Scenario } from './scenario/schema.ts'

/** Path prefix of LINE's hosts on the page's origin: `/__line/<host>/<path>`. */
export const LINE_PREFIX = '/__line/'

/** Path prefix of the emulator's own panel, shim and REST control. */
export const EMULATOR_PREFIX = '/__emulator/'

/** Prefix of every storage key that the SDK writes. */
export const STORE_PREFIX = 'LIFF_STORE:'

/**
 * SDK state left on the phone by an earlier visit. The shim writes it to the SDK's storage before the SDK loads.
 * Each value is the JSON text that the SDK would have stored.
 */
export type Seed = {
  /**
   * JSON text by full storage key (such as `LIFF_STORE:{liffId}:accessToken`). The shim writes it to
   * sessionStorage in the LIFF browser and to localStorage elsewhere.
   */
  readonly entries: Readonly<Record<string, string>>
  /**
   * Access token expiry by LIFF ID, in ms since 1970. The shim writes it to the Secure cookie
   * `LIFF_STORE:expires:{liffId}` with path `/`.
   */
  readonly expires: Readonly<Record<string, number>>
  /**
   * If true, the shim writes the seed at every page load, so that logging out has no effect. If false, it
   * writes the seed once per session.
   */
  readonly everyLoad: boolean
}

/** Body of `POST /__emulator/api/bridge`: one message that the SDK sent over LINE's in-client bridge. */
export type BridgeCall = {
  readonly type: string
  readonly featureToken: string
  readonly callbackId: string
  /** Parameters of the message as the SDK's JSON text, or an empty string. */
  readonly json: string
  /**
   * ID of the screen that an earlier call with this message opened. If set, the call waits for the user's
   * answer.
   */
  readonly question?: string
}

/**
 * Response to a bridge call: events that the shim passes to `liff._dispatchEvent` in order. Empty if LINE
 * does not reply.
 */
export type BridgeReply = {
  readonly events: readonly Readonly<Record<string, unknown>>[]
  /** Native LINE screen that the user has to answer first. `url` is LINE's real URL of the screen. */
  readonly ask?: { readonly id: string; readonly url: string }
}

/** Body of `POST /__emulator/api/scheme`: a `liff://` or `line://` URL that the page navigated to. */
export type SchemeCall = { readonly url: string }

/**
 * What the shim does after a navigation to a `liff://` or `line://` URL: nothing, close the page
 * (`liff://close`), or open a LINE page. `url` is a real `https://…line.me/…` URL, which the shim maps to
 * `/__line/…`.
 */
export type SchemeReply =
  | { readonly action: 'none' | 'close' }
  | { readonly action: 'open'; readonly url: string }
  /**
   * Show a LINE page or another LIFF app on top of this page. When it closes, the shim sends `id` to `POST
   * /__emulator/api/layer-closed`.
   */
  | { readonly action: 'layer'; readonly url: string; readonly id: string }

/** The state of the phone that an open page follows. */
export type PhoneState = {
  /** The phone's clock: stopped at `frozenAt`, or real time plus `offsetMs` if `frozenAt` is null. */
  readonly clock: { readonly offsetMs: number; readonly frozenAt: number | null }
  /** True if the phone has no network. */
  readonly offline: boolean
}

/** Configuration of the shim. Each response for `/__emulator/shim.js` contains the current one as JSON. */
export type PageConfig = {
  readonly version: 1
  /** Set by the shim once it has started. The guard that the proxy adds after the shim stops the page without it. */
  started?: true
  /** Name of the loaded scenario. */
  readonly scenario: string
  /**
   * Changes when a scenario is loaded or reset, or when the user or the tokens of an earlier visit change. The shim
   * stores the last value under `LIFF_EMULATOR:session` in the SDK's storage (sessionStorage in the LIFF browser,
   * localStorage elsewhere). If the value differs, the shim removes all `LIFF_STORE:` entries and expiry cookies, writes
   * `seed` and stores the new value.
   */
  readonly session: string
  /** Number of changes to the emulated LINE's state so far. */
  readonly revision: number
  /** Prefix `/__line/`: a LINE URL maps to this prefix, its host and its path. */
  readonly routes: string
  /** Prefix `/__emulator/` of the emulator's own pages, scripts and REST control. */
  readonly emulator: string
  /** True if the shim frames the app of a plain tab in browsers without the Navigation API. */
  readonly guardedTab: boolean
  readonly liffIds: readonly string[]
  /** Apps registered with the emulated LINE, with absolute endpoint URLs. */
  readonly apps: readonly {
    readonly liffId: string
    readonly channelId: string
    readonly name: string
    readonly endpointUrl: string
  }[]
  readonly environment: Environment
  /** User agent that the page reports from before the SDK loads; null keeps the browser's own. */
  readonly userAgent: string | null
  /** User agent that a page reports in a sub-window inside LINE. */
  readonly subWindowUserAgent: string | null
  readonly phone: PhoneState
  /** Data of the LIFF browser's `window._liff`; null in other browsers. */
  readonly bridge: {
    readonly features: readonly string[]
    /** Events that LINE sends on its own when the page starts. */
    readonly pushed: readonly Readonly<Record<string, unknown>>[]
  } | null
  readonly seed: Seed | null
}

/** Returns the phone's state in a scenario. Its clock is LINE's clock plus the phone's skew. */
export function phoneState({ clock, network }: Pick<Scenario, 'clock' | 'network'>): PhoneState {
  const { frozenAt, advanceMs, skewMs } = clock
  return {
    clock: { offsetMs: advanceMs + skewMs, frozenAt: frozenAt === null ? null : frozenAt + skewMs },
    offline: network.kind === 'offline',
  }
}
