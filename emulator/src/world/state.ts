import type { Scenario, Scope } from '../scenario/schema.ts'

/** An authorization code waiting to be exchanged (RFC 6749, RFC 7636). */
export type AuthCode = {
  readonly userId: string
  readonly liffId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly scopes: readonly Scope[]
  /** ms since 1970, LINE's time. */
  readonly expiresAt: number
}

/** A user's access token for a channel. */
export type AccessToken = {
  readonly userId: string
  readonly channelId: string
  readonly scopes: readonly Scope[]
  /** ms since 1970, LINE's time. */
  readonly issuedAt: number
  readonly expiresAt: number
  readonly revoked: boolean
}

/** A message sent by a user through `sendMessages` or the share picker. */
export type SentMessage = {
  readonly id: string
  readonly at: number
  readonly userId: string
  readonly liffId: string | null
  readonly via: 'sendMessages' | 'shareTargetPicker'
  readonly message: Readonly<Record<string, unknown>>
  /** Who the share picker sent it to; the chat the app was opened from where it is left out. */
  readonly to?: string
}

/** A one-time token of the share picker, and how the picking ended. */
export type Picking = {
  readonly userId: string
  readonly liffId: string
  readonly result: 'WAIT' | 'SUCCESS' | 'CANCEL'
  /** What is to be shared, where LINE's app was told; in a browser the picker's window is. */
  readonly data?: string
}

/** A sub-window between a main app and the app inside it. */
export type SubWindow = {
  readonly mainLiffId: string
  readonly subLiffId: string
  readonly mstChallenge: string
  readonly appData: unknown
  readonly mst: string | null
  readonly outcome: { readonly status: string; readonly result: unknown } | null
}

/** What the phone kept from an earlier visit, by LIFF id. */
export type StoredTokens = {
  readonly accessToken: string
  readonly featureToken: string
  readonly idToken: string | null
}

/** What a native screen of LINE's was answered; null while it is shown. */
export type QuestionAnswer = { readonly said: string; readonly value: string } | null

/** Everything the emulated LINE knows; plain JSON, so that a snapshot is this and the signing key. */
export type World = {
  readonly version: 1
  /** Counts every change. */
  readonly revision: number
  /** New whenever a scenario is loaded or reset, the phone's owner changes, or what the phone has kept. */
  readonly session: string
  /** The scenario to come back to. */
  readonly loaded: Scenario
  /** The scenario as it is now. */
  readonly scenario: Scenario
  readonly codes: Readonly<Record<string, AuthCode>>
  readonly accessTokens: Readonly<Record<string, AccessToken>>
  readonly channelTokens: Readonly<Record<string, { readonly channelId: string; readonly expiresAt: number }>>
  readonly messages: readonly SentMessage[]
  readonly pickings: Readonly<Record<string, Picking>>
  /** By msit. */
  readonly subWindows: Readonly<Record<string, SubWindow>>
  /** By id: what a bridge message asked of the user. */
  readonly questions: Readonly<Record<string, QuestionAnswer>>
  readonly kept: Readonly<Record<string, StoredTokens>>
  /** Requests from the phone so far, for the network kind `flaky`. */
  readonly phoneRequests: number
}

/** A LINE in which nothing has happened yet. */
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
