import { isUserId } from '../../scenario/messaging-schema.ts'
import { tokenValue, withoutToken } from '../../world/token-map.ts'
import { friendsOf, isFriend } from '../account.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidBody,
  invalidProperty,
  type Operation,
  refusal,
} from './operation.ts'
import { unsupportedRetryKey } from './retry-key.ts'
import { accept, messagesIn, recipientsOf, retryable } from './send.ts'

const INVALID_TO = invalidProperty('to')
const MAX_MULTICAST = 500

const isChatId = (to: unknown): to is string => typeof to === 'string' && /^[UCR][0-9a-f]{32}$/.test(to)

/** LINE accepts a message to a user who blocked the account, but does not deliver it. */
function push(call: BotCall): BotAnswer {
  const found = messagesIn(call)
  if ('status' in found) return found
  if (!isChatId(found.fields.to)) return INVALID_TO
  const recipients = recipientsOf(call, found.fields.to)
  if (recipients === null) return refusal(400, 'Failed to send messages')
  return accept(call, { via: 'push', ...found, recipients, lists: true })
}

/** A reply token works only once and for a short time. */
function reply(call: BotCall): BotAnswer {
  const refused = unsupportedRetryKey(call)
  if (refused !== null) return refused
  const found = messagesIn(call)
  if ('status' in found) return found
  const { replyToken: given } = found.fields
  if (given === undefined || given === null || given === '')
    return invalidBody([{ message: 'May not be empty', property: 'replyToken' }])
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
}

/** LINE silently skips unknown users and non-friends. */
function multicast(call: BotCall): BotAnswer {
  const found = messagesIn(call)
  if ('status' in found) return found
  const { to } = found.fields
  if (!Array.isArray(to) || to.length < 1 || to.length > MAX_MULTICAST)
    return invalidBody([{ message: `Size must be between 1 and ${MAX_MULTICAST}`, property: 'to' }])
  const wrong = to.findIndex(userId => !isUserId(userId))
  if (wrong >= 0) return invalidProperty(`to[${wrong}]`)
  const targets = [...new Set(to)]
  const delivered = targets.filter(userId => isFriend(call.scenario, userId))
  return accept(call, {
    via: 'multicast',
    ...found,
    lists: false,
    recipients: { chatId: null, targets, delivered },
  })
}

function broadcast(call: BotCall): BotAnswer {
  const found = messagesIn(call)
  if ('status' in found) return found
  const friends = friendsOf(call.scenario)
  const recipients = { chatId: null, targets: friends, delivered: friends }
  return accept(call, { via: 'broadcast', ...found, recipients, lists: false })
}

function validate(call: BotCall): BotAnswer {
  const found = messagesIn(call)
  return 'status' in found ? found : { status: 200 }
}

const post = { method: 'POST', takesJson: true } as const

export const MESSAGE_OPERATIONS: readonly Operation[] = [
  { ...post, path: '/v2/bot/message/reply', handle: reply },
  { ...post, path: '/v2/bot/message/push', handle: retryable(push) },
  { ...post, path: '/v2/bot/message/multicast', handle: retryable(multicast) },
  { ...post, path: '/v2/bot/message/broadcast', handle: retryable(broadcast) },
  ...['reply', 'push', 'multicast', 'narrowcast', 'broadcast'].map(kind => ({
    ...post,
    path: `/v2/bot/message/validate/${kind}`,
    handle: validate,
  })),
]
