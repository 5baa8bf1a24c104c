import type { Scenario, Scope } from '../scenario/schema.ts'

/** An authorization code waiting to be exchanged (RFC 6749, RFC 7636). */
export type AuthCode = {
  readonly userId: string
  readonly liffId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly scopes: readonly Scope[]
  /** By LINE's clock, in ms since 1970. */
  readonly expiresAt: number
}

/** A user's access token for a channel. */
export type AccessToken = {
  readonly userId: string
  readonly channelId: string
  readonly scopes: readonly Scope[]
  /** By LINE's clock, in ms since 1970. */
  readonly issuedAt: number
  readonly expiresAt: number
  readonly revoked: boolean
}

/** A message that a user sent with `sendMessages` or the share picker. */
export type SentMessage = {
  readonly id: string
  readonly at: number
  readonly userId: string
  readonly liffId: string | null
  readonly via: 'sendMessages' | 'shareTargetPicker'
  readonly message: Readonly<Record<string, unknown>>
  /** The name of the share picker's target; missing if the message went to the chat that the app was opened from. */
  readonly to?: string
}

/** The state behind a one-time token of the share picker. */
export type Picking = {
  readonly userId: string
  readonly liffId: string
  readonly result: 'WAIT' | 'SUCCESS' | 'CANCEL'
  /** The picker's payload (messages as JSON) inside LINE; in a browser the picker's window receives it instead. */
  readonly data?: string
}

/** A sub-window: the app that opened it, the app inside it, and its result. */
export type SubWindow = {
  readonly mainLiffId: string
  readonly subLiffId: string
  readonly mstChallenge: string
  readonly appData: unknown
  readonly mst: string | null
  readonly outcome: { readonly status: string; readonly result: unknown } | null
}

/** The tokens that the phone stored in an earlier visit to an app. */
export type StoredTokens = {
  readonly accessToken: string
  readonly featureToken: string
  readonly idToken: string | null
}

/** The user's answer on one of LINE's native screens; null while the screen is open. */
export type QuestionAnswer = { readonly said: string; readonly value: string } | null

/** The whole state of the emulated LINE, as plain JSON. A snapshot is this state and the signing key. */
export type World = {
  readonly version: 1
  /** Number of changes since the start. */
  readonly revision: number
  /** Changes whenever a scenario is loaded or reset, or the phone gets another user or other stored tokens. */
  readonly session: string
  /** The scenario that `reset` restores. */
  readonly loaded: Scenario
  /** The current scenario. */
  readonly scenario: Scenario
  readonly codes: Readonly<Record<string, AuthCode>>
  readonly accessTokens: Readonly<Record<string, AccessToken>>
  readonly channelTokens: Readonly<Record<string, { readonly channelId: string; readonly expiresAt: number }>>
  readonly messages: readonly SentMessage[]
  readonly pickings: Readonly<Record<string, Picking>>
  /** By `msit`, LINE's id of a sub-window. */
  readonly subWindows: Readonly<Record<string, SubWindow>>
  /** The native screens that bridge messages opened, by id. */
  readonly questions: Readonly<Record<string, QuestionAnswer>>
  readonly kept: Readonly<Record<string, StoredTokens>>
  /** Number of requests from the phone, for the network kind `flaky`. */
  readonly phoneRequests: number
}

/** Returns the state of a LINE in which nothing has happened yet. */
export function newWorld(scenario: Scenario, session: string): World {
  return {
    version: 1,
    revision: 0,
    session,
    loaded: scenario,
    scenario,
    codes: {},
    accessTokens: {},
    channelTokens: {},
    messages: [],
    pickings: {},
    subWindows: {},
    questions: {},
    kept: {},
    phoneRequests: 0,
  }
}
