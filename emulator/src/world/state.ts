import type { Scenario, Scope } from '../scenario/schema.ts'
import { type Bot, newBot } from './bot-state.ts'
import { EMPTY_LIST, type LongList } from './long-list.ts'

/** Claims of a web login's ID token that describe the login rather than the user. */
export type WebLogin = {
  readonly nonce?: string
  /** The authentication method: `lineautologin`, `linesso`, `pwd` or `lineqr`. */
  readonly amr: string
  /** Time of the authentication by LINE's clock, in ms since 1970; missing if the request had no `max_age`. */
  readonly authTime?: number
}

/** An authorization code that has not been exchanged for tokens yet (RFC 6749, RFC 7636). */
export type AuthCode = {
  readonly userId: string
  readonly liffId: string
  readonly redirectUri: string
  /** Null if a web login does not use PKCE. */
  readonly codeChallenge: string | null
  /** Missing in a login of LIFF. */
  readonly web?: WebLogin
  readonly scopes: readonly Scope[]
  /** Expiry by LINE's clock, in ms since 1970. */
  readonly expiresAt: number
}

/** A user's access token for a channel. */
export type AccessToken = {
  readonly userId: string
  readonly channelId: string
  readonly scopes: readonly Scope[]
  /** Time of issue by LINE's clock, in ms since 1970. */
  readonly issuedAt: number
  readonly expiresAt: number
  readonly revoked: boolean
  /** True if LINE opened the app from the recently used services: the app then cannot send messages to a chat. */
  readonly isReload?: boolean
}

/** A refresh token, which a server exchanges for new access tokens until it expires. */
export type RefreshToken = {
  readonly userId: string
  readonly liffId: string
  readonly scopes: readonly Scope[]
  /** True if the token comes from a web login. */
  readonly web?: true
  /** Time of the login by LINE's clock, in ms since 1970. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** An access token of a channel, which a server uses. Those that were issued for an assertion have a key id. */
type ChannelToken = {
  readonly channelId: string
  readonly expiresAt: number
  readonly keyId?: string
  /** True for a token that cannot be revoked and does not count towards the channel's maximum. */
  readonly stateless?: true
}

/** A message that a user sent with `sendMessages` or the share picker, or typed in the chat with the account. */
export type SentMessage = {
  readonly id: string
  readonly at: number
  readonly userId: string
  readonly liffId: string | null
  /** `chat`: typed in the chat; `postback`: the display text of an action that the user tapped. */
  readonly via: 'sendMessages' | 'shareTargetPicker' | 'chat' | 'postback'
  readonly message: Readonly<Record<string, unknown>>
  /**
   * Name of the recipient chosen in the share picker; missing if the message went to the chat from which the
   * app was opened.
   */
  readonly to?: string
  /** Id of the group chat or room to which the message was sent; missing if it went to the chat with the account. */
  readonly chatId?: string
  /** Id of the message that this one quotes. */
  readonly quotedMessageId?: string
  /** Its place among the messages of users and of the account; missing in snapshots of earlier versions. */
  readonly order?: number
}

/** LINE's answer to invalid messages, in the format of the Messaging API's errors. */
export type MessagesProblem = {
  readonly message: string
  readonly details: readonly { readonly message: string; readonly property: string }[]
}

/** The state of one use of the share picker, which a one-time token identifies. */
export type Picking = {
  readonly userId: string
  readonly liffId: string
  readonly result: 'WAIT' | 'SUCCESS' | 'CANCEL' | 'FAILURE'
  /** The messages to share, as JSON; missing until LINE has received them. */
  readonly data?: string
  /** LINE's error if the result is FAILURE. */
  readonly problem?: MessagesProblem
}

/** A sub-window: the app that opened it, the app that runs in it, and its result. */
export type SubWindow = {
  readonly mainLiffId: string
  readonly subLiffId: string
  readonly mstChallenge: string
  readonly appData: unknown
  readonly mst: string | null
  readonly outcome: { readonly status: string; readonly result: unknown } | null
}

/** A session of LINE Login in a phone's browser, with which the user can sign in without a password. */
export type WebSession = {
  readonly userId: string
  /** Time of the last authentication by LINE's clock, in ms since 1970. */
  readonly at: number
}

/** The tokens that the phone stored on an earlier visit to an app. */
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
  /** Number of changes since the emulated LINE was created. */
  readonly revision: number
  /**
   * Changes whenever a scenario is loaded or reset, or the phone gets another user or other stored tokens.
   * The shim then clears the SDK's stored values.
   */
  readonly session: string
  /** The scenario that `reset` restores. */
  readonly loaded: Scenario
  /** The current scenario. */
  readonly scenario: Scenario
  readonly codes: Readonly<Record<string, AuthCode>>
  readonly accessTokens: Readonly<Record<string, AccessToken>>
  readonly refreshTokens: Readonly<Record<string, RefreshToken>>
  readonly channelTokens: Readonly<Record<string, ChannelToken>>
  /** The newest messages that users sent. */
  readonly messages: LongList<SentMessage>
  readonly pickings: Readonly<Record<string, Picking>>
  /** Sub-windows by `msit`, LINE's id of a sub-window. */
  readonly subWindows: Readonly<Record<string, SubWindow>>
  /** Users' answers on the native screens that bridge messages opened, by the screen's id. */
  readonly questions: Readonly<Record<string, QuestionAnswer>>
  readonly kept: Readonly<Record<string, StoredTokens>>
  /** The revision at which a phone's system killed LINE last, by user. Pages that were opened before it end. */
  readonly killed: Readonly<Record<string, number>>
  /** Sessions of LINE Login by the user whose phone has the browser. */
  readonly webSessions: Readonly<Record<string, WebSession>>
  /** The secrets that clients of channels without a `channelSecret` sent last, by channel ID. */
  readonly channelSecrets: Readonly<Record<string, string>>
  readonly bot: Bot
  /**
   * Number of requests from the phone. The network kind `flaky` uses it to select the responses that are
   * lost.
   */
  readonly phoneRequests: number
}

/** Returns the place of a message that is sent now among all messages. */
export function nextOrder({ revision }: Pick<World, 'revision'>): number {
  return revision + 1
}

/** Returns the initial state of an emulated LINE, in which nothing has happened yet. */
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
