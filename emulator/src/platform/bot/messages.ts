import { createHash } from 'node:crypto'
import { isUserId } from '../../scenario/messaging-schema.ts'
import { friendshipOf } from '../../world/selectors.ts'
import { tokenValue, withoutToken } from '../../world/token-map.ts'
import { friendsOf, isFriend } from '../account.ts'
import { invalidField, invalidProperty, type Operation, refusal } from './operation.ts'
import { unsupportedRetryKey } from './retry-key.ts'
import { accept, recipientsOf, retryable, withMessages } from './send.ts'

const INVALID_TO = invalidProperty('to')
const MAX_MULTICAST = 500

const isChatId = (to: unknown): to is string => typeof to === 'string' && /^[UCR][0-9a-f]{32}$/.test(to)

/** LINE accepts a message to a user who blocked the account, but does not deliver it. */
const push = withMessages((call, found) => {
  if (!isChatId(found.fields.to)) return INVALID_TO
  const recipients = recipientsOf(call, found.fields.to)
  if (recipients === null) return refusal(400, 'Failed to send messages')
  return accept(call, { via: 'push', ...found, recipients, lists: true })
})

/** A reply token works only once and for a short time. */
const reply = withMessages((call, found) => {
  const { replyToken: given } = found.fields
  if (given === undefined || given === null || given === '')
    return invalidField('May not be empty', 'replyToken')
  if (typeof given === 'object') return invalidProperty('replyToken')
  // LINE converts numbers and booleans to text.
  const replyToken = String(given)
  const { replyTokens } = call.bot
  const token = tokenValue(replyTokens, replyToken)
  const recipients = token === undefined ? null : recipientsOf(call, token.chatId)
  if (token === undefined || token.expiresAt <= call.now || recipients === null)
    return refusal(400, 'Invalid reply token')
  const answer = accept(call, { via: 'reply', ...found, recipients, lists: true })
  const change = { replyTokens: withoutToken(replyTokens, replyToken) }
  return answer.sent === undefined ? answer : { ...answer, change }
})

/** LINE silently skips unknown users and non-friends. */
const multicast = withMessages((call, found) => {
  const { to } = found.fields
  if (!Array.isArray(to) || to.length < 1 || to.length > MAX_MULTICAST)
    return invalidField(`Size must be between 1 and ${MAX_MULTICAST}`, 'to')
  const wrong = to.findIndex(userId => !isUserId(userId))
  if (wrong >= 0) return invalidProperty(`to[${wrong}]`)
  const targets = [...new Set(to)]
  const delivered = targets.filter(userId => isFriend(call.scenario, userId))
  const recipients = { chatId: null, targets, delivered }
  return accept(call, { via: 'multicast', ...found, recipients, lists: false })
})

const broadcast = withMessages((call, found) => {
  const friends = friendsOf(call.scenario)
  const recipients = { chatId: null, targets: friends, delivered: friends }
  return accept(call, { via: 'broadcast', ...found, recipients, lists: false })
})

/** In characters. */
const TAG = { least: 16, most: 100 }

const hashOf = (phoneNumber: string): string => createHash('sha256').update(phoneNumber).digest('hex')

/** `to` is the SHA-256 hash of an E.164 number. The user need not be a friend, but may have blocked the account. */
const pushByPhone = withMessages((call, found) => {
  const { to } = found.fields
  if (typeof to !== 'string' || to === '') return invalidField('May not be empty', 'to')
  const tag = call.headers.get('x-line-delivery-tag')
  if (tag !== null && (tag.length < TAG.least || tag.length > TAG.most))
    return refusal(400, "The value for the 'X-Line-Delivery-Tag' header is invalid")
  const { scenario } = call
  const user = scenario.users.find(({ phoneNumber }) => phoneNumber !== null && hashOf(phoneNumber) === to)
  if (user === undefined) return refusal(422, 'Failed to send messages')
  const { userId } = user
  const delivered = friendshipOf(scenario, userId) === 'blocked' ? [] : [userId]
  const recipients = { chatId: userId, targets: [userId], delivered }
  return accept(call, { via: 'pnp', ...found, recipients, lists: false, deliveryTag: tag ?? to })
})

const validate = withMessages(() => ({ status: 200 }))

const post = { method: 'POST', takesJson: true } as const

export const MESSAGE_OPERATIONS: readonly Operation[] = [
  { ...post, path: '/v2/bot/message/reply', handle: call => unsupportedRetryKey(call) ?? reply(call) },
  { ...post, path: '/v2/bot/message/push', handle: retryable(push) },
  { ...post, path: '/v2/bot/message/multicast', handle: retryable(multicast) },
  { ...post, path: '/v2/bot/message/broadcast', handle: retryable(broadcast) },
  { ...post, path: '/bot/pnp/push', handle: retryable(pushByPhone) },
  ...['reply', 'push', 'multicast', 'narrowcast', 'broadcast'].map(kind => ({
    ...post,
    path: `/v2/bot/message/validate/${kind}`,
    handle: validate,
  })),
]
