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

/** The right to reply once to an event in a chat. */
type ReplyToken = { readonly chatId: string; readonly expiresAt: number }

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

/** The state of the official account and its Messaging API channel, and of the service messages of MINI Apps. */
export type Bot = {
  readonly sendings: readonly Sending[]
  readonly replyTokens: Readonly<Record<string, ReplyToken>>
  /**
   * Positions in `sendings` by retry key, in groups of the keys with the same first two digits: a change copies one group,
   * not all keys.
   */
  readonly retryKeys: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Ids of the users by link token. */
  readonly linkTokens: Readonly<Record<string, { readonly userId: string; readonly expiresAt: number }>>
  /** Times until which the chats show a loading animation, by user id, in ms since 1970. */
  readonly loadingUntil: Readonly<Record<string, number>>
  /** Times until which the account has read the messages of a chat, by the chat's id. */
  readonly readUntil: Readonly<Record<string, number>>
  /** The message of each token that marks messages as read. */
  readonly readTokens: Readonly<Record<string, { readonly chatId: string; readonly at: number }>>
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
  readonly missionStickers: readonly MissionSticker[]
  /** Times until which the channel controls chats as a module, by the chat's id, in ms since 1970. */
  readonly chatControl: Readonly<Record<string, number>>
  /** True if the channel has been detached from the official account as a module. */
  readonly isModuleDetached: boolean
  /** The webhook URL that a back end has set; null if the scenario's applies. */
  readonly webhookEndpoint: string | null
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
    ...{ sendings: [], replyTokens: {}, retryKeys: {}, linkTokens: {}, loadingUntil: {} },
    ...{
      readUntil: {},
      readTokens: {},
      contents: {},
      left: [],
      richMenus: {},
      menuAliases: {},
      menuLinks: {},
    },
    ...{ defaultMenu: null, batches: {}, coupons: {}, webhookEndpoint: null },
    ...{ audiences: {}, missionStickers: [], chatControl: {}, isModuleDetached: false },
    ...{ notificationTokens: {}, serviceMessages: [] },
    ...{ orders: {}, purchaseEvents: [], purchaseTerms: [] },
  }
}
