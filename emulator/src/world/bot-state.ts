import type { FollowerDays } from './follower-days.ts'
import type { Ledger, SentVia } from './ledger.ts'
import { EMPTY_LIST, type LongList } from './long-list.ts'
import type { MenuDays } from './menu-days.ts'
import type { Reactions } from './reactions.ts'
import { NO_TOKENS, type TokenMap } from './token-map.ts'
import type { SentWebhook } from './webhook.ts'

/** An accepted send request from a back end. Times in this file are in ms since 1970, by LINE's clock. */
export type Sending = {
  /** LINE's id of the request, sent back in `x-line-request-id`. */
  readonly requestId: string
  readonly at: number
  readonly via: SentVia
  /** Number of addressed users. */
  readonly targets: number
  /**
   * Ids of the users who received the messages. Outside group chats and rooms, users who blocked the account receive
   * nothing, and users who never added it receive only messages to their phone number.
   */
  readonly delivered: readonly string[]
  /** A user, group or room; null for messages to several users. */
  readonly chatId: string | null
  readonly messages: readonly BotMessage[]
  readonly units: readonly string[]
  /** Text in the webhook that confirms the delivery to a phone number. */
  readonly deliveryTag?: string
  /** Set if LINE did not deliver the narrowcast. */
  readonly failed?: NarrowcastFailure
  /** Position among all messages; missing in older snapshots. */
  readonly order?: number
}

export type NarrowcastFailure = { readonly errorCode: number; readonly failedDescription: string }

export type BotMessage = {
  readonly id: string
  /** Lets a later message quote this one. */
  readonly quoteToken?: string
  readonly message: Readonly<Record<string, unknown>>
}

type StoredFile = { readonly type: string; readonly base64: string }

/** A file that the account can download until the user unsends the message. */
export type MessageContent = StoredFile & {
  readonly kind: 'image' | 'video' | 'audio' | 'file'
  /** Preview of an image or a video; null if the sender did not provide one. */
  readonly preview: StoredFile | null
}

/** LINE recognises a retry key for 24 hours. */
export type RetriedRequest = {
  readonly requestId: string
  readonly at: number
  /** Only set for pushes. */
  readonly sentMessages?: readonly Omit<BotMessage, 'message'>[]
}

/** A rich menu. `image` is null until a back end uploads an image. */
export type RichMenu = {
  readonly menu: {
    readonly size: { readonly width: number; readonly height: number }
    readonly selected: boolean
    readonly name: string
    readonly chatBarText: string
    readonly areas: readonly object[]
  }
  readonly image: StoredFile | null
}

export type Coupon = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly createdAt: number
  readonly closed: boolean
}

export type Audience = {
  readonly id: number
  readonly type: 'UPLOAD' | 'CLICK' | 'IMP'
  readonly name: string
  readonly createdAt: number
  /** True for advertising ids (IFA), which do not match any emulated user. */
  readonly isIfa: boolean
  readonly userIds: readonly string[]
  readonly jobs: readonly {
    readonly id: number
    readonly at: number
    readonly name: string
    readonly count: number
  }[]
  /** The broadcast or narrowcast whose readers or clickers form the audience. */
  readonly requestId?: string
  readonly clickUrl?: string
}

type MissionSticker = { readonly at: number; readonly userId: string; readonly productId: string }

/** An authorization code for a module. Stored until the module uses it. */
export type ModuleCode = {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** Null if PKCE is not used. */
  readonly codeChallenge: string | null
  /** Parameters that must be repeated in the token request. */
  readonly repeated: Readonly<Record<string, string | null>>
  readonly expiresAt: number
}

/** Lets a MINI App send service messages to a user. Each message except the last replaces the token. */
export type NotificationToken = {
  readonly userId: string
  readonly liffId: string
  /** Stays the same when the token is replaced. */
  readonly sessionId: string
  /** LINE issued the session's first token in exchange for this access token. */
  readonly liffAccessToken: string
  readonly expiresAt: number
  readonly remaining: number
}

/** LINE shows service messages in a separate chat, even to users who are not friends. */
type ServiceMessage = {
  readonly at: number
  readonly userId: string
  readonly liffId: string
  readonly sessionId: string
  readonly templateName: string
  readonly params: Readonly<Record<string, unknown>>
}

export type Order = {
  readonly userId: string
  readonly liffId: string
  readonly productId: string
  readonly shopProductName: string
  /** `paid` means that the store has the money, but LINE has not confirmed the purchase to the app's server. */
  readonly status: 'reserved' | 'paid' | 'complete' | 'refunded'
  /** In seconds since 1970; missing in older snapshots. */
  readonly reservedAt?: number
  /** In seconds since 1970; null until LINE completes the payment. */
  readonly purchasedAt: number | null
}

/** The webhook sent to the MINI App's server. */
export type PurchaseEvent = {
  readonly type: 'purchaseComplete' | 'refundComplete'
  readonly orderId: string
  readonly at: number
  readonly status: 'pending' | 'SUCCESS' | 'FAILED'
}

/** A system message saying that users or the account joined or left. */
export type ChatNote = {
  readonly chatId: string
  readonly at: number
  readonly change: 'joined' | 'left' | 'accountJoined' | 'accountRemoved' | 'accountLeft'
  /** Empty if it was the account that joined or left. */
  readonly userIds: readonly string[]
  readonly order: number
}

/** A quote token is valid only in the chat in which its message was sent. */
export type QuoteToken = { readonly chatId: string; readonly messageId: string }

/** Lets users link their LINE account to their account on the service. */
type LinkToken = { readonly userId: string; readonly expiresAt: number }

/** Using the token marks the chat's messages as read up to `at`. */
type ReadToken = { readonly chatId: string; readonly at: number }

/** Allows one reply to an event in a chat. */
type ReplyToken = { readonly chatId: string; readonly expiresAt: number }

/** State of the official account, and of MINI Apps' service messages and purchases. */
export type Bot = {
  readonly sendings: LongList<Sending>
  /** Broadcasts and narrowcasts dropped from `sendings`. */
  readonly oldCampaigns: readonly Sending[]
  readonly ledger: Ledger
  readonly replyTokens: TokenMap<ReplyToken>
  readonly retryKeys: TokenMap<RetriedRequest>
  readonly linkTokens: TokenMap<LinkToken>
  /** End of the loading animation, by user id. */
  readonly loadingUntil: Readonly<Record<string, number>>
  /** Time up to which the account has read each chat, by chat id. */
  readonly readUntil: Readonly<Record<string, number>>
  /** For each user id, chat entries up to this `order` are deleted. */
  readonly clearedUntil: Readonly<Record<string, number>>
  readonly readTokens: TokenMap<ReadToken>
  readonly quoteTokens: TokenMap<QuoteToken>
  readonly notes: LongList<ChatNote>
  readonly reactions: Reactions
  readonly menuDays: MenuDays
  readonly followerDays: FollowerDays
  readonly contents: Readonly<Record<string, MessageContent>>
  /** Ids of the groups and rooms that the account left. */
  readonly left: readonly string[]
  readonly richMenus: Readonly<Record<string, RichMenu>>
  /** Menu ids by alias. */
  readonly menuAliases: Readonly<Record<string, string>>
  /** Menu ids by user id. */
  readonly menuLinks: Readonly<Record<string, string>>
  /** Id of the menu for users who have no menu of their own. */
  readonly defaultMenu: string | null
  /** Time of each rich menu batch, by request id. */
  readonly batches: Readonly<Record<string, number>>
  readonly coupons: Readonly<Record<string, Coupon>>
  readonly audiences: Readonly<Record<string, Audience>>
  readonly missionStickers: LongList<MissionSticker>
  /** For each chat id, the time at which the module channel's control of the chat expires. */
  readonly chatControl: Readonly<Record<string, number>>
  readonly isModuleDetached: boolean
  /** Remaining requests, by channel and operation. Empty if `messaging.rateLimits` is off. */
  readonly rateBuckets: Readonly<Record<string, { readonly left: number; readonly at: number }>>
  /** Scopes from the latest time the channel was attached as a module. */
  readonly moduleScopes: readonly string[]
  readonly moduleCodes: TokenMap<ModuleCode>
  /** URL set by a back end; null if the scenario's URL applies. */
  readonly webhookEndpoint: string | null
  readonly sentWebhooks: readonly SentWebhook[]
  readonly notificationTokens: Readonly<Record<string, NotificationToken>>
  readonly serviceMessages: readonly ServiceMessage[]
  readonly orders: Readonly<Record<string, Order>>
  readonly purchaseEvents: readonly PurchaseEvent[]
  /** Ids of the users who agreed to LINE's terms of in-app purchases. */
  readonly purchaseTerms: readonly string[]
}

export function newBot(): Bot {
  return {
    sendings: EMPTY_LIST,
    oldCampaigns: [],
    ledger: {},
    loadingUntil: {},
    replyTokens: NO_TOKENS,
    retryKeys: NO_TOKENS,
    linkTokens: NO_TOKENS,
    readUntil: {},
    clearedUntil: {},
    readTokens: NO_TOKENS,
    quoteTokens: NO_TOKENS,
    notes: EMPTY_LIST,
    reactions: {},
    menuDays: {},
    followerDays: {},
    contents: {},
    left: [],
    richMenus: {},
    menuAliases: {},
    menuLinks: {},
    defaultMenu: null,
    batches: {},
    coupons: {},
    webhookEndpoint: null,
    sentWebhooks: [],
    audiences: {},
    missionStickers: EMPTY_LIST,
    chatControl: {},
    isModuleDetached: false,
    rateBuckets: {},
    moduleScopes: [],
    moduleCodes: NO_TOKENS,
    notificationTokens: {},
    serviceMessages: [],
    orders: {},
    purchaseEvents: [],
    purchaseTerms: [],
  }
}
