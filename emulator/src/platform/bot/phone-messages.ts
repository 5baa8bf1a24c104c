import { createHash } from 'node:crypto'
import { friendshipOf } from '../../world/selectors.ts'
import { type BotAnswer, type BotCall, invalidBody, type Operation, refusal } from './operation.ts'
import { accept, messagesIn, retryable } from './send.ts'

/** In characters. */
const TAG = { least: 16, most: 100 }

const hashOf = (phoneNumber: string): string => createHash('sha256').update(phoneNumber).digest('hex')

/**
 * `to` is the SHA-256 hash of an E.164 number. The user need not be a friend. LINE accepts a message to a user who
 * blocked the account, but does not deliver it.
 */
function pushByPhone(call: BotCall): BotAnswer {
  const found = messagesIn(call)
  if ('status' in found) return found
  const { to } = found.fields
  if (typeof to !== 'string' || to === '')
    return invalidBody([{ message: 'May not be empty', property: 'to' }])
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
}

export const PHONE_MESSAGE_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: '/bot/pnp/push', takesJson: true, handle: retryable(pushByPhone) },
]
