import type { ChatNote } from './chat-note.ts'
import type { LinkToken, QuoteToken, ReadToken, ReplyToken } from './chat-tokens.ts'
import type { FollowerDays } from './follower-days.ts'
import type { Ledger } from './ledger.ts'
import { EMPTY_LIST, type LongList } from './long-list.ts'
import type { MenuDays } from './menu-days.ts'
import type { Reactions } from './reactions.ts'
import { NO_TOKENS, type TokenMap } from './token-map.ts'

/** The operation with which the official account sent messages. */
export type SentVia = 'reply' | 'push' | 'multicast' | 'broadcast' | 'narrowcast' | 'pnp'

/** One accepted request of a back end to send messages. */
export type Sending = {
  /** LINE's id of the request, which the response had in `x-line-request-id`. */
  readonly requestId: string
  /** Time by LINE's clock, in ms since 1970. */
  readonly at: number
  readonly via: SentVia
  /** Number of users to whom the request was addressed. */
  readonly targets: number
  /** Ids of the users who received the messages: neither those who blocked the account nor those who never added it. */
  readonly delivered: readonly string[]
  /** Id of the chat: a user, group or room; null if the request was addressed to several users. */
  readonly chatId: string | null
  readonly messages: readonly BotMessage[]
  /** Names of the aggregation units to which the request belongs. */
  readonly units: readonly string[]
  /** Text with which LINE's webhook says that a message to a phone number was delivered. */
  readonly deliveryTag?: string
  /** Set if LINE accepted a narrowcast and then did not deliver it. */
  readonly failed?: NarrowcastFailure
  /** Its place among the messages of users and of the account; missing in snapshots of earlier versions. */
  readonly order?: number
}

/** Why LINE did not deliver a narrowcast that it had accepted. */
export type NarrowcastFailure = { readonly errorCode: number; readonly failedDescription: string }

/** A message of the official account. */
export type BotMessage = {
  readonly id: string
  /** Token with which a later message can quote this one; missing for kinds that cannot be quoted. */
  readonly quoteToken?: string
  readonly message: Readonly<Record<string, unknown>>
}

/** The bytes of a file, and its media type. */
type StoredFile = { readonly type: string; readonly base64: string }

/** The file of a message that a user sent, which the account can download until the user unsends the message. */
export type MessageContent = StoredFile & {
  readonly kind: 'image' | 'video' | 'audio' | 'file'
  /** A smaller picture of an image or a video; null if the sender gave none. */
  readonly preview: StoredFile | null
}

/** An accepted request, as its retry key remembers it for 24 hours. */
export type RetriedRequest = {
  readonly requestId: string
  /** Time by LINE's clock, in ms since 1970. */
  readonly at: number
  /** The ids of the messages, if the request was a push. */
  readonly sentMessages?: readonly Omit<BotMessage, 'message'>[]
}

/** A rich menu, and its picture once a back end has uploaded it. */
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

/** A coupon with the fields of the request that created it. */
export type Coupon = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly createdAt: number
  readonly closed: boolean
}

/** Users to whom a narrowcast can be addressed. */
export type Audience = {
  readonly id: number
  readonly type: 'UPLOAD' | 'CLICK' | 'IMP'
  readonly name: string
  /** Time by LINE's clock, in ms since 1970. */
  readonly createdAt: number
  /** True if the ids are those of advertisers (IFA), which belong to no emulated user. */
  readonly isIfa: boolean
  readonly userIds: readonly string[]
  /** The requests that added users. */
  readonly jobs: readonly {
    readonly id: number
    readonly at: number
    readonly name: string
    readonly count: number
  }[]
  /** The broadcast or narrowcast whose recipients are in the audience; missing for uploads. */
  readonly requestId?: string
  readonly clickUrl?: string
}

/** A mission sticker that a back end sent. */
type MissionSticker = { readonly at: number; readonly userId: string; readonly productId: string }

/** The parameters of a module's authorization URL, until the module uses the code. */
export type ModuleCode = {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** Null if the request does not use PKCE. */
  readonly codeChallenge: string | null
  /** Parameters that the token request repeats; null for those that the URL does not have. */
  readonly repeated: Readonly<Record<string, string | null>>
  readonly expiresAt: number
}

/** The right of a MINI App to send service messages to a user. Each message except the last one replaces the token. */
export type NotificationToken = {
  readonly userId: string
  readonly liffId: string
  /** Stays the same when the token is replaced. */
  readonly sessionId: string
  /** The user's access token for which LINE issued the first token of the session. */
  readonly liffAccessToken: string
  /** Expiry by LINE's clock, in ms since 1970. */
  readonly expiresAt: number
  /** Number of messages that may still be sent. */
  readonly remaining: number
}

/** A service message, which LINE shows in a chat of its own, to friends of the account and to others. */
type ServiceMessage = {
  /** Time by LINE's clock, in ms since 1970. */
  readonly at: number
  readonly userId: string
  readonly liffId: string
  readonly sessionId: string
  readonly templateName: string
  readonly params: Readonly<Record<string, unknown>>
}

/** An in-app purchase that the server of a MINI App reserved. */
export type Order = {
  readonly userId: string
  readonly liffId: string
  readonly productId: string
  /** Name of the item in the user's purchase history. */
  readonly shopProductName: string
  /** `paid`: the store has the money, but LINE has not confirmed the purchase to the app's server yet. */
  readonly status: 'reserved' | 'paid' | 'complete' | 'refunded'
  /** Time of the reservation by LINE's clock, in seconds since 1970; missing in snapshots of earlier versions. */
  readonly reservedAt?: number
  /** Time at which LINE completed the payment, in seconds since 1970; null before. */
  readonly purchasedAt: number | null
}

/** A webhook about an order, to the server of the MINI App. */
export type PurchaseEvent = {
  readonly type: 'purchaseComplete' | 'refundComplete'
  readonly orderId: string
  /** Time at which LINE started to send the webhook, in ms since 1970. */
  readonly at: number
  /** `pending` until the app's server has answered. */
  readonly status: 'pending' | 'SUCCESS' | 'FAILED'
}

/** An event of a webhook, in LINE's format. */
export type WebhookEvent = Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly webhookEventId: string
  readonly deliveryContext: { readonly isRedelivery: boolean }
}

/** The outcome of a webhook as LINE sees it. */
type WebhookOutcome = {
  /** The status of the bot's server; 0 if LINE got no answer. */
  readonly statusCode: number
  /** The result in the terms of LINE's webhook test, such as `OK` or `REQUEST_TIMEOUT`. */
  readonly reason: string
  readonly detail: string
}

/** One attempt of LINE to deliver a webhook to the bot's server. */
type WebhookAttempt = WebhookOutcome & {
  /** Time at which LINE began to send, by LINE's clock, in ms since 1970. */
  readonly at: number
  readonly isRedelivery: boolean
}

/** Result of LINE's test of a webhook URL. `timestamp` is in ISO 8601. */
export type WebhookTest = WebhookOutcome & { readonly success: boolean; readonly timestamp: string }

/** A webhook that LINE has sent, or tried to send, to the bot's server. */
export type SentWebhook = {
  /** The `webhookEventId` of its first event. */
  readonly id: string
  readonly url: string
  /** `pending` while LINE is sending it. */
  readonly status: 'pending' | 'delivered' | 'failed'
  /** Its events in LINE's format, as they were sent first. */
  readonly events: readonly WebhookEvent[]
  /** Oldest first. */
  readonly attempts: readonly WebhookAttempt[]
}

/** The state of the official account and its Messaging API channel, and of the service messages of MINI Apps. */
export type Bot = {
  /** The newest requests to send messages. */
  readonly sendings: LongList<Sending>
  /** Broadcasts and narrowcasts that were removed from `sendings`. */
  readonly oldCampaigns: readonly Sending[]
  readonly ledger: Ledger
  readonly replyTokens: TokenMap<ReplyToken>
  readonly retryKeys: TokenMap<RetriedRequest>
  readonly linkTokens: TokenMap<LinkToken>
  /** Times until which the chats show a loading animation, by user id, in ms since 1970. */
  readonly loadingUntil: Readonly<Record<string, number>>
  /** Times until which the account has read the messages of a chat, by the chat's id. */
  readonly readUntil: Readonly<Record<string, number>>
  /** The message of each token that marks messages as read. */
  readonly readTokens: TokenMap<ReadToken>
  /** The messages of users that the account can quote. */
  readonly quoteTokens: TokenMap<QuoteToken>
  /** The newest notes about who joined and left groups. */
  readonly notes: LongList<ChatNote>
  readonly reactions: Reactions
  readonly menuDays: MenuDays
  /** The numbers of friends at the end of each day on which they changed. */
  readonly followerDays: FollowerDays
  /** Files of users' messages by the message's id. */
  readonly contents: Readonly<Record<string, MessageContent>>
  /** Ids of the groups and rooms that the account left. */
  readonly left: readonly string[]
  readonly richMenus: Readonly<Record<string, RichMenu>>
  /** Ids of rich menus by alias. */
  readonly menuAliases: Readonly<Record<string, string>>
  /** Ids of rich menus by user id. */
  readonly menuLinks: Readonly<Record<string, string>>
  /** Id of the default rich menu, for users without a link to another one. */
  readonly defaultMenu: string | null
  /** Times of accepted batches of links, by request id. */
  readonly batches: Readonly<Record<string, number>>
  readonly coupons: Readonly<Record<string, Coupon>>
  readonly audiences: Readonly<Record<string, Audience>>
  readonly missionStickers: LongList<MissionSticker>
  /** Times until which the channel controls chats as a module, by the chat's id, in ms since 1970. */
  readonly chatControl: Readonly<Record<string, number>>
  /** True if the channel has been detached from the official account as a module. */
  readonly isModuleDetached: boolean
  /**
   * The rest of the rate limits, by channel and operation: how many requests were left, and at which time. Empty without
   * `messaging.rateLimits`.
   */
  readonly rateBuckets: Readonly<Record<string, { readonly left: number; readonly at: number }>>
  /** The permissions with which the channel was last attached as a module. */
  readonly moduleScopes: readonly string[]
  /** The codes with which a module can be attached. */
  readonly moduleCodes: TokenMap<ModuleCode>
  /** The webhook URL that a back end has set; null if the scenario's applies. */
  readonly webhookEndpoint: string | null
  /** The newest webhooks to the bot's server, oldest first. */
  readonly sentWebhooks: readonly SentWebhook[]
  readonly notificationTokens: Readonly<Record<string, NotificationToken>>
  readonly serviceMessages: readonly ServiceMessage[]
  /** In-app purchases by order id. */
  readonly orders: Readonly<Record<string, Order>>
  /** Webhooks about in-app purchases, oldest first. */
  readonly purchaseEvents: readonly PurchaseEvent[]
  /** Ids of the users who agreed to LINE's terms of in-app purchases. */
  readonly purchaseTerms: readonly string[]
}

/** Returns the initial state of an official account. */
export function newBot(): Bot {
  return {
    ...{ sendings: EMPTY_LIST, oldCampaigns: [], ledger: {}, loadingUntil: {} },
    ...{ replyTokens: NO_TOKENS, retryKeys: NO_TOKENS, linkTokens: NO_TOKENS },
    ...{ readUntil: {}, readTokens: NO_TOKENS, quoteTokens: NO_TOKENS, notes: EMPTY_LIST },
    ...{
      reactions: {},
      menuDays: {},
      followerDays: {},
      contents: {},
      left: [],
      richMenus: {},
      menuAliases: {},
      menuLinks: {},
    },
    ...{ defaultMenu: null, batches: {}, coupons: {}, webhookEndpoint: null, sentWebhooks: [] },
    ...{ audiences: {}, missionStickers: EMPTY_LIST, chatControl: {}, isModuleDetached: false },
    ...{ rateBuckets: {}, moduleScopes: [], moduleCodes: NO_TOKENS },
    ...{ notificationTokens: {}, serviceMessages: [] },
    ...{ orders: {}, purchaseEvents: [], purchaseTerms: [] },
  }
}
