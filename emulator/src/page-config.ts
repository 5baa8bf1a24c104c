import type { Environment, Scenario } from './scenario/schema.ts'

/** Where the emulator lives on the host's origin: LINE's hosts as `/__line/<host>/<path>`. */
export const LINE_PREFIX = '/__line/'

/** Where the emulator's own things live: panel, shim, REST control. */
export const EMULATOR_PREFIX = '/__emulator/'

/** How the keys of everything that the SDK stores begin. */
export const STORE_PREFIX = 'LIFF_STORE:'

/**
 * What the phone kept from an earlier visit: the shim writes it where the SDK looks for it.
 * Values are the JSON texts the SDK itself would have stored.
 */
export type Seed = {
  /**
   * Full storage keys (`LIFF_STORE:{liffId}:accessToken` …) to JSON text: sessionStorage in LIFF, else localStorage.
   */
  readonly entries: Readonly<Record<string, string>>
  /** Access token expiry by LIFF id, ms since 1970: the Secure cookie `LIFF_STORE:expires:{liffId}`, path `/`. */
  readonly expires: Readonly<Record<string, number>>
  /** False: written once a session. True: written at every load, so that logging out does not help. */
  readonly everyLoad: boolean
}

/** One message through the in-client bridge, as the shim posts it to `POST /__emulator/api/bridge`. */
export type BridgeCall = {
  readonly type: string
  readonly featureToken: string
  readonly callbackId: string
  /** The message's parameters as the SDK gave them, JSON text or empty. */
  readonly json: string
  /** The id of the screen that this message has opened, to wait for its answer. */
  readonly question?: string
}

/** The answer to a bridge call: events for `liff._dispatchEvent`, in order; none for one that gets no reply. */
export type BridgeReply = {
  readonly events: readonly Readonly<Record<string, unknown>>[]
  /** One of LINE's screens, a real address, that the user has to answer first. */
  readonly ask?: { readonly id: string; readonly url: string }
}

/** A custom scheme (`liff://`, `line://`) the page tried, as the shim posts it to `POST /__emulator/api/scheme`. */
export type SchemeCall = { readonly url: string }

/**
 * What the shim is to do with a custom scheme: nothing, close the page (`liff://close`), or go to a page of LINE
 * (a real `https://…line.me/…` address, which the shim maps to `/__line/…` like any other).
 */
export type SchemeReply =
  | { readonly action: 'none' | 'close' }
  | { readonly action: 'open'; readonly url: string }
  /** A page of LINE's, or another LIFF app, over this one: `id` is what `POST /__emulator/api/layer-closed` is told. */
  | { readonly action: 'layer'; readonly url: string; readonly id: string }

/** All that the page's shim has to know, served as JSON inside `/__emulator/shim.js`; fresh at every load. */
export type PageConfig = {
  readonly version: 1
  /** Name of the loaded scenario. */
  readonly scenario: string
  /**
   * Changes when a scenario is loaded or reset, the user changes, or what the phone has kept. The shim keeps the last
   * one it saw under `LIFF_EMULATOR:session` (same storage as the SDK's: session in LIFF, local outside). On a new one
   * it removes every `LIFF_STORE:` entry and expiry cookie, writes `seed`, and keeps the new value.
   */
  readonly session: string
  /** Counts up with every change of the emulated LINE. */
  readonly revision: number
  /** `/__line/`: LINE's hosts are at this + host + path. */
  readonly routes: string
  /** `/__emulator/`. */
  readonly emulator: string
  readonly liffIds: readonly string[]
  /** The apps as LINE knows them, with absolute endpoints. */
  readonly apps: readonly {
    readonly liffId: string
    readonly channelId: string
    readonly name: string
    readonly endpointUrl: string
  }[]
  readonly environment: Environment
  /** What `navigator.userAgent` must say before the SDK loads; null keeps the browser's own. */
  readonly userAgent: string | null
  /** The same in a sub-window inside LINE. */
  readonly subWindowUserAgent: string | null
  /** The phone's clock: `frozenAt` when not null, else the real time plus `offsetMs`. */
  readonly clock: { readonly offsetMs: number; readonly frozenAt: number | null }
  /** `window._liff` of the LIFF browser; null outside it. */
  readonly bridge: {
    readonly features: readonly string[]
    /** Events that LINE's app sends by itself as the page starts. */
    readonly pushed: readonly Readonly<Record<string, unknown>>[]
  } | null
  readonly seed: Seed | null
}

/** The clock of the phone: LINE's, and what the phone is ahead of it. */
export function phoneClock({ frozenAt, advanceMs, skewMs }: Scenario['clock']): PageConfig['clock'] {
  return { offsetMs: advanceMs + skewMs, frozenAt: frozenAt === null ? null : frozenAt + skewMs }
}
