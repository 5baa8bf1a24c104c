import type { Scenario, Scope } from '../scenario/schema.ts'
import { type Bot, newBot } from './bot-state.ts'
import { EMPTY_LIST, type LongList } from './long-list.ts'

/** Claims of the ID token that describe the login rather than the user. */
export type WebLogin = {
  readonly nonce?: string
  /** `lineautologin`, `linesso`, `pwd` or `lineqr`. */
  readonly amr: string
  /** Missing if the request had no `max_age`. */
  readonly authTime?: number
}

/** An authorization code that has not been exchanged yet (RFC 6749, RFC 7636). */
export type AuthCode = {
  readonly userId: string
  readonly liffId: string
  readonly redirectUri: string
  /** Null for a web login that does not use PKCE. */
  readonly codeChallenge: string | null
  /** Missing for LIFF logins. */
  readonly web?: WebLogin
  readonly scopes: readonly Scope[]
  readonly expiresAt: number
}

export type AccessToken = {
  readonly userId: string
  readonly channelId: string
  readonly scopes: readonly Scope[]
  readonly issuedAt: number
  readonly expiresAt: number
  readonly revoked: boolean
  /** True if LINE opened the app from the recently used services, so it cannot send messages to a chat. */
  readonly isReload?: boolean
}

export type RefreshToken = {
  readonly userId: string
  readonly liffId: string
  readonly scopes: readonly Scope[]
  readonly web?: true
  /** When the user logged in. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Only tokens that were issued for an assertion have a key id. */
type ChannelToken = {
  readonly channelId: string
  readonly expiresAt: number
  readonly keyId?: string
  /** A stateless token cannot be revoked and does not count towards the channel's maximum. */
  readonly stateless?: true
}

/** A message that a user sent with `sendMessages` or the share target picker, or in a chat. */
export type SentMessage = {
  readonly id: string
  readonly at: number
  readonly userId: string
  readonly liffId: string | null
  /** `chat`: the user typed the message in the chat. `postback`: it is the display text of a tapped action. */
  readonly via: 'sendMessages' | 'shareTargetPicker' | 'chat' | 'postback'
  readonly message: Readonly<Record<string, unknown>>
  /** Recipient chosen in the share target picker; missing if the message went to the chat that opened the app. */
  readonly to?: string
  /** The group chat or room; missing for the chat with the account. */
  readonly chatId?: string
  readonly quotedMessageId?: string
  /** Position among all messages; missing in older snapshots. */
  readonly order?: number
}

/** LINE's error for invalid messages, in the Messaging API's format. */
export type MessagesProblem = {
  readonly message: string
  readonly details: readonly { readonly message: string; readonly property: string }[]
}

/** One use of the share target picker, identified by a one-time token. */
export type Picking = {
  readonly userId: string
  readonly liffId: string
  readonly result: 'WAIT' | 'SUCCESS' | 'CANCEL' | 'FAILURE'
  /** The messages as JSON; missing until LINE receives them. */
  readonly data?: string
  readonly problem?: MessagesProblem
}

export type SubWindow = {
  readonly mainLiffId: string
  readonly subLiffId: string
  readonly mstChallenge: string
  readonly appData: unknown
  readonly mst: string | null
  readonly outcome: { readonly status: string; readonly result: unknown } | null
}

/** Lets the user sign in without a password. */
export type WebSession = {
  readonly userId: string
  /** When the user last authenticated. */
  readonly at: number
}

export type StoredTokens = {
  readonly accessToken: string
  readonly featureToken: string
  readonly idToken: string | null
}

/** Null while the screen is open. */
export type QuestionAnswer = { readonly said: string; readonly value: string } | null

/** The whole state as plain JSON. Times are in ms since 1970, by LINE's clock. */
export type World = {
  readonly version: 1
  /** Number of changes so far. */
  readonly revision: number
  /** Changes with the scenario, the user or the stored tokens. The shim then clears the SDK's storage. */
  readonly session: string
  /** The scenario that `reset` restores. */
  readonly loaded: Scenario
  readonly scenario: Scenario
  readonly codes: Readonly<Record<string, AuthCode>>
  readonly accessTokens: Readonly<Record<string, AccessToken>>
  readonly refreshTokens: Readonly<Record<string, RefreshToken>>
  readonly channelTokens: Readonly<Record<string, ChannelToken>>
  readonly messages: LongList<SentMessage>
  readonly pickings: Readonly<Record<string, Picking>>
  /** Keyed by `msit`, LINE's id for a sub-window. */
  readonly subWindows: Readonly<Record<string, SubWindow>>
  /** Keyed by the native screen's id. */
  readonly questions: Readonly<Record<string, QuestionAnswer>>
  readonly kept: Readonly<Record<string, StoredTokens>>
  /** Keyed by user: the revision at which the phone's OS last killed LINE. Pages opened before then are closed. */
  readonly killed: Readonly<Record<string, number>>
  /** Keyed by the phone's owner. */
  readonly webSessions: Readonly<Record<string, WebSession>>
  /** The last secrets sent by clients of channels without a `channelSecret`, by channel ID. */
  readonly channelSecrets: Readonly<Record<string, string>>
  readonly bot: Bot
  /** Used by the network `flaky` to select lost responses. */
  readonly phoneRequests: number
}

export function nextOrder({ revision }: Pick<World, 'revision'>): number {
  return revision + 1
}

export function newWorld(scenario: Scenario, session: string): World {
  return {
    version: 1,
    revision: 0,
    session,
    loaded: scenario,
    scenario,
    codes: {},
    accessTokens: {},
    refreshTokens: {},
    channelTokens: {},
    messages: EMPTY_LIST,
    pickings: {},
    subWindows: {},
    questions: {},
    kept: {},
    killed: {},
    webSessions: {},
    channelSecrets: {},
    bot: newBot(),
    phoneRequests: 0,
  }
}
