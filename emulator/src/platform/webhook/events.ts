import { MAX_STORED_MESSAGES, REPLY_TOKEN_LIFETIME_MS } from '../../limits.ts'
import type { Friendship, Scenario } from '../../scenario/schema.ts'
import type { Bot } from '../../world/bot-state.ts'
import type { WorldEvent } from '../../world/event.ts'
import type { Line } from '../../world/line.ts'
import { findNewest } from '../../world/long-list.ts'
import { appOf, friendshipOf } from '../../world/selectors.ts'
import type { SentMessage, World } from '../../world/state.ts'
import { withToken } from '../../world/token-map.ts'
import type { WebhookEvent } from '../../world/webhook.ts'
import { botUserId } from '../account.ts'
import { botDrafts, type Draft, deliveryDrafts, groupSource, type Source, userSource } from './bot-drafts.ts'

/** Events for the bot's server, and the state change that makes their tokens valid. */
export type Emitted = { readonly events: readonly WebhookEvent[]; readonly change: Partial<Bot> }

/** Crockford's base 32, as used in LINE's webhook event ids (ULID). */
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 10 characters for the time and 16 random ones, so that the ids sort by time. */
function ulid(now: number, secret: Line['secret']): string {
  let time = ''
  for (let rest = Math.floor(now), at = 0; at < 10; at += 1, rest = Math.floor(rest / 32))
    time = `${BASE32[rest % 32]}${time}`
  return time + [...Buffer.from(secret(16), 'base64url')].map(byte => BASE32[byte % 32]).join('')
}

type MessageTokens = {
  readonly id?: string
  readonly markAsReadToken?: string
  readonly quoteToken?: string
}

const chatIdOf = ({ groupId, roomId, userId = '' }: Source): string => groupId ?? roomId ?? userId

function completed(line: Line, drafts: readonly Draft[]): Emitted {
  if (drafts.length === 0) return { events: [], change: {} }
  const now = line.now()
  let { replyTokens, readTokens, quoteTokens } = line.world().bot
  const events = drafts.map(({ fields, source, canReply }): WebhookEvent => {
    const chatId = source === null ? '' : chatIdOf(source)
    const replyToken = line.secret(24)
    if (canReply) {
      const right = { chatId, expiresAt: now + REPLY_TOKEN_LIFETIME_MS }
      replyTokens = withToken(replyTokens, replyToken, right, now, { lifetimeMs: REPLY_TOKEN_LIFETIME_MS })
    }
    const { markAsReadToken, quoteToken, id: messageId = '' } = Object(fields.message) as MessageTokens
    if (quoteToken !== undefined)
      quoteTokens = withToken(quoteTokens, quoteToken, { chatId, messageId }, now, {
        most: MAX_STORED_MESSAGES,
      })
    if (markAsReadToken !== undefined)
      readTokens = withToken(readTokens, markAsReadToken, { chatId, at: now }, now, {
        most: MAX_STORED_MESSAGES,
      })
    return {
      ...fields,
      ...(canReply ? { replyToken } : {}),
      ...(source === null ? {} : { source }),
      mode: 'active',
      timestamp: now,
      webhookEventId: ulid(now, line.secret),
      deliveryContext: { isRedelivery: false },
    }
  })
  return { events, change: { replyTokens, readTokens, quoteTokens } }
}

function sourceOf(scenario: Scenario, { userId, liffId, chatId }: SentMessage): Source {
  if (chatId !== undefined) return groupSource(chatId, userId)
  const { type, groupId, roomId } = (appOf(scenario, liffId ?? '')?.context ?? {}) as Record<string, unknown>
  if (type === 'group' && typeof groupId === 'string') return { type, groupId, userId }
  if (type === 'room' && typeof roomId === 'string') return { type, roomId, userId }
  return userSource(userId)
}

/** The fields that a webhook copies from a message. LINE sends no webhooks for templates and Flex Messages. */
const COPIED: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'emojis'],
  sticker: ['packageId', 'stickerId', 'stickerResourceType', 'keywords', 'text'],
  location: ['title', 'address', 'latitude', 'longitude'],
  image: ['contentProvider'],
  video: ['contentProvider', 'duration'],
  audio: ['contentProvider', 'duration'],
  file: ['fileName', 'fileSize'],
}
const QUOTABLE: readonly string[] = ['text', 'sticker', 'image', 'video']

function mentionIn(scenario: Scenario, mention: unknown) {
  const { mentionees } = Object(mention) as { readonly mentionees?: readonly object[] }
  if (mentionees === undefined) return {}
  const own = botUserId(scenario)
  return {
    mention: {
      mentionees: mentionees.map(each =>
        'userId' in each ? { ...each, isSelf: each.userId === own } : each,
      ),
    },
  }
}

function messageDraft(line: Line, sent: SentMessage): Draft[] {
  const { message, chatId, quotedMessageId } = sent
  const type = String(message.type)
  const copied = COPIED[type]
  const { scenario } = line.world()
  if (copied === undefined || (chatId === undefined && friendshipOf(scenario, sent.userId) === 'blocked'))
    return []
  const { originalContentUrl, previewImageUrl } = message
  const media =
    originalContentUrl === undefined
      ? {}
      : { contentProvider: { type: 'external', originalContentUrl, previewImageUrl } }
  const content = {
    type,
    id: sent.id,
    markAsReadToken: line.secret(24),
    ...(QUOTABLE.includes(type) ? { quoteToken: line.secret(32) } : {}),
    ...(quotedMessageId === undefined ? {} : { quotedMessageId }),
    ...(type === 'sticker' ? { stickerResourceType: 'STATIC' } : {}),
    ...Object.fromEntries(copied.filter(name => name in message).map(name => [name, message[name]])),
    ...mentionIn(scenario, message.mention),
    ...media,
  }
  return [{ fields: { type: 'message', message: content }, source: sourceOf(scenario, sent), canReply: true }]
}

function friendshipDraft(userId: string, before: Friendship, after: Friendship): Draft[] {
  const source = userSource(userId)
  if (after === 'friend' && before !== 'friend')
    return [
      { fields: { type: 'follow', follow: { isUnblocked: before === 'blocked' } }, source, canReply: true },
    ]
  return before === 'friend' ? [{ fields: { type: 'unfollow' }, source, canReply: false }] : []
}

function chatDrafts(before: World, event: WorldEvent): readonly Draft[] {
  switch (event.type) {
    case 'message-unsent': {
      const sent = findNewest(before.messages, ({ id }) => id === event.messageId)
      if (sent === undefined) return []
      const fields = { type: 'unsend', unsend: { messageId: sent.id } }
      return [{ fields, source: sourceOf(before.scenario, sent), canReply: false }]
    }
    case 'account-linked': {
      const { userId, nonce, result } = event
      const fields = { type: 'accountLink', link: { result, nonce } }
      return [{ fields, source: userSource(userId), canReply: result === 'ok' }]
    }
    case 'group-joined':
      return [{ fields: { type: 'join' }, source: groupSource(event.group.id), canReply: true }]
    case 'group-left':
      return [{ fields: { type: 'leave' }, source: groupSource(event.groupId), canReply: false }]
    case 'members-changed': {
      const members = { members: event.userIds.map(userSource) }
      const fields =
        event.change === 'joined'
          ? { type: 'memberJoined', joined: members }
          : { type: 'memberLeft', left: members }
      return [{ fields, source: groupSource(event.groupId), canReply: event.change === 'joined' }]
    }
    case 'membership-changed': {
      const { userId, membershipId, change: type } = event
      const fields = { type: 'membership', membership: { type, membershipId } }
      return [{ fields, source: userSource(userId), canReply: true }]
    }
    case 'bot-sent':
      return deliveryDrafts(event.sending)
    case 'bot-changed':
      return botDrafts(before, event.change)
    default:
      return []
  }
}

/** `before` is the world before the change. */
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
      const { userId, chatId, postback } = event
      const source = chatId === undefined ? userSource(userId) : groupSource(chatId, userId)
      return completed(line, [{ fields: { type: 'postback', postback }, source, canReply: true }])
    }
    case 'video-played': {
      const { userId, trackingId } = event
      const fields = { type: 'videoPlayComplete', videoPlayComplete: { trackingId } }
      return completed(line, [{ fields, source: userSource(userId), canReply: true }])
    }
    case 'webhook-event': {
      const { userId, fields } = event
      const source = userId === null ? null : userSource(userId)
      return completed(line, [{ fields, source, canReply: source !== null }])
    }
    default:
      return completed(line, event === null ? [] : chatDrafts(before, event))
  }
}
