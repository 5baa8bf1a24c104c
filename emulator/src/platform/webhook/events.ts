import { MAX_STORED_MESSAGES, REPLY_TOKEN_LIFETIME_MS } from '../../limits.ts'
import type { Friendship, Scenario } from '../../scenario/schema.ts'
import type { Bot } from '../../world/bot-state.ts'
import type { WorldEvent } from '../../world/event.ts'
import type { Line } from '../../world/line.ts'
import { appOf, friendshipOf } from '../../world/selectors.ts'
import type { SentMessage, World } from '../../world/state.ts'
import { newMessageId } from '../bot/message-id.ts'

/** An event of a webhook, in LINE's format. */
export type WebhookEvent = Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly webhookEventId: string
  readonly deliveryContext: { readonly isRedelivery: boolean }
}

/** Events for the bot's server, and how they change the official account: their tokens become valid. */
export type Emitted = { readonly events: readonly WebhookEvent[]; readonly change: Partial<Bot> }

type Source = Readonly<Record<string, string>> & { readonly type: string }
type Draft = {
  readonly fields: Readonly<Record<string, unknown>> & { readonly type: string }
  readonly source: Source
  /** False for events to which the account cannot reply. */
  readonly canReply: boolean
}

/** Crockford's base 32, in which LINE writes the ids of webhook events (ULID). */
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a ULID: 10 characters of time and 16 of randomness, which sorts by time. */
function ulid(now: number, secret: Line['secret']): string {
  let time = ''
  for (let rest = Math.floor(now), at = 0; at < 10; at += 1, rest = Math.floor(rest / 32))
    time = `${BASE32[rest % 32]}${time}`
  return time + [...Buffer.from(secret(16), 'base64url')].map(byte => BASE32[byte % 32]).join('')
}

const chatIdOf = ({ groupId, roomId, userId = '' }: Source): string => groupId ?? roomId ?? userId

/** Completes the drafts of one webhook: ids, times and reply tokens. */
function completed(line: Line, drafts: readonly Draft[]): Emitted {
  const now = line.now()
  const { bot } = line.world()
  const alive = Object.entries(bot.replyTokens).filter(([, { expiresAt }]) => expiresAt > now)
  const replyTokens = Object.fromEntries(alive)
  const readTokens = Object.fromEntries(Object.entries(bot.readTokens).slice(-MAX_STORED_MESSAGES))
  const events = drafts.map(({ fields, source, canReply }): WebhookEvent => {
    const chatId = chatIdOf(source)
    const replyToken = line.secret(24)
    if (canReply) replyTokens[replyToken] = { chatId, expiresAt: now + REPLY_TOKEN_LIFETIME_MS }
    const { markAsReadToken } = Object(fields.message) as { readonly markAsReadToken?: string }
    if (markAsReadToken !== undefined) readTokens[markAsReadToken] = { chatId, at: now }
    return {
      ...fields,
      ...(canReply ? { replyToken } : {}),
      ...{ mode: 'active', timestamp: now, source, webhookEventId: ulid(now, line.secret) },
      deliveryContext: { isRedelivery: false },
    }
  })
  return { events, change: { replyTokens, readTokens } }
}

/** Returns the chat from which a user sent messages: the chat of the app's context, or else the chat with the account. */
function sourceOf(scenario: Scenario, { userId, liffId }: SentMessage): Source {
  const { type, groupId, roomId } = (appOf(scenario, liffId ?? '')?.context ?? {}) as Record<string, unknown>
  if (type === 'group' && typeof groupId === 'string') return { type, groupId, userId }
  if (type === 'room' && typeof roomId === 'string') return { type, roomId, userId }
  return { type: 'user', userId }
}

/** Fields of each kind of message that a webhook contains. LINE sends no webhook for templates and Flex Messages. */
const COPIED: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  sticker: ['packageId', 'stickerId'],
  location: ['title', 'address', 'latitude', 'longitude'],
  image: [],
  video: [],
  audio: ['duration'],
}

function messageDraft(line: Line, sent: SentMessage): Draft[] {
  const { message } = sent
  const type = String(message.type)
  const copied = COPIED[type]
  const { scenario } = line.world()
  if (copied === undefined || friendshipOf(scenario, sent.userId) === 'blocked') return []
  const { originalContentUrl, previewImageUrl } = message
  const media =
    originalContentUrl === undefined
      ? {}
      : { contentProvider: { type: 'external', originalContentUrl, previewImageUrl } }
  const content = {
    ...{ type, id: newMessageId(line.secret), quoteToken: line.secret(32), markAsReadToken: line.secret(24) },
    ...Object.fromEntries(copied.map(name => [name, message[name]])),
    ...(type === 'sticker' ? { stickerResourceType: 'STATIC' } : {}),
    ...media,
  }
  return [{ fields: { type: 'message', message: content }, source: sourceOf(scenario, sent), canReply: true }]
}

function friendshipDraft(userId: string, before: Friendship, after: Friendship): Draft[] {
  const source = { type: 'user', userId }
  if (after === 'friend' && before !== 'friend')
    return [
      { fields: { type: 'follow', follow: { isUnblocked: before === 'blocked' } }, source, canReply: true },
    ]
  return before === 'friend' ? [{ fields: { type: 'unfollow' }, source, canReply: false }] : []
}

/** Returns the events that LINE sends to the bot's server because of a change. `before` is the world before it. */
export function eventsFor(line: Line, before: World, event: WorldEvent | null): Emitted {
  switch (event?.type) {
    case 'friendship-changed': {
      const { userId, state } = event
      const draft = friendshipDraft(userId, friendshipOf(before.scenario, userId), state)
      return completed(
        line,
        draft.filter(() => friendshipOf(before.scenario, userId) !== state),
      )
    }
    case 'messages-sent': {
      const toChat = event.messages.filter(({ via }) => via !== 'shareTargetPicker')
      return completed(
        line,
        toChat.flatMap(sent => messageDraft(line, sent)),
      )
    }
    case 'postback': {
      const { userId, postback } = event
      return completed(line, [
        { fields: { type: 'postback', postback }, source: { type: 'user', userId }, canReply: true },
      ])
    }
    case 'video-played': {
      const { userId, trackingId } = event
      const fields = { type: 'videoPlayComplete', videoPlayComplete: { trackingId } }
      return completed(line, [{ fields, source: { type: 'user', userId }, canReply: true }])
    }
    default:
      return { events: [], change: {} }
  }
}
