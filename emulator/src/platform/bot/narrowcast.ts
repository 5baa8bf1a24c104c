import { NARROWCAST_STEP_MS } from '../../limits.ts'
import { friendsOf } from './account.ts'
import { usersOf } from './audiences.ts'
import { type BotAnswer, type BotCall, invalidBody, type Operation, refusal } from './operation.ts'
import { accept, messagesIn, retryable } from './send.ts'

type Fields = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the friends that a `recipient` names; null if it is invalid. */
function audience(call: BotCall, recipient: unknown): readonly string[] | null {
  const friends = friendsOf(call.scenario)
  if (recipient === undefined || recipient === null) return friends
  if (!isRecord(recipient)) return null
  const { type, requestId, audienceGroupId, and, or, not } = recipient
  if (type === 'audience') {
    const users = usersOf(call, audienceGroupId)
    return users && friends.filter(userId => users.includes(userId))
  }
  if (type === 'redelivery') {
    const before = call.bot.sendings.find(
      sending => sending.requestId === requestId && sending.via === 'narrowcast',
    )
    return before?.delivered.filter(userId => friends.includes(userId)) ?? null
  }
  if (type !== 'operator') return null
  const lists = (parts: unknown) => (Array.isArray(parts) ? parts.map(part => audience(call, part)) : [])
  const parts = [...lists(and), ...lists(or), ...(not === undefined ? [] : [audience(call, not)])]
  if (parts.length === 0 || parts.includes(null)) return null
  const has = (list: readonly string[] | null, userId: string) => list?.includes(userId) === true
  if (not !== undefined) return friends.filter(userId => !has(parts[0] ?? null, userId))
  return friends.filter(userId =>
    and === undefined ? parts.some(part => has(part, userId)) : parts.every(part => has(part, userId)),
  )
}

/** POST /v2/bot/message/narrowcast. Accepts demographic filters, but the emulated users have no demographics. */
function narrowcast(call: BotCall): BotAnswer {
  const found = messagesIn(call)
  if ('status' in found) return found
  const { recipient, limit } = found.fields
  const targets = audience(call, recipient)
  if (targets === null) return invalidBody([{ message: 'Invalid recipient', property: 'recipient' }])
  const max = isRecord(limit) ? limit.max : undefined
  if (max !== undefined && !(Number.isInteger(max) && Number(max) >= 1))
    return invalidBody([{ message: 'must be greater than or equal to 1', property: 'limit.max' }])
  const delivered = targets.slice(0, max === undefined ? targets.length : Number(max))
  const recipients = { chatId: null, targets: delivered, delivered }
  return accept(call, { via: 'narrowcast', ...found, recipients, status: 202, lists: false })
}

/** GET /v2/bot/message/progress/narrowcast: `waiting`, then `sending`, then `succeeded`, one second apart. */
function progress({ bot, query, now }: BotCall): BotAnswer {
  const requestId = query.get('requestId')
  const sending = bot.sendings.find(sent => sent.via === 'narrowcast' && sent.requestId === requestId)
  if (sending === undefined) return refusal(404, 'Not found')
  const acceptedTime = new Date(sending.at).toISOString()
  const step = Math.floor((now - sending.at) / NARROWCAST_STEP_MS)
  if (step < 1) return { status: 200, body: { phase: 'waiting', acceptedTime } }
  const counts = { targetCount: sending.targets, failureCount: 0 }
  if (step < 2) return { status: 200, body: { phase: 'sending', acceptedTime, ...counts, successCount: 0 } }
  const completedTime = new Date(sending.at + 2 * NARROWCAST_STEP_MS).toISOString()
  const successCount = sending.delivered.length
  return { status: 200, body: { phase: 'succeeded', acceptedTime, completedTime, ...counts, successCount } }
}

export const NARROWCAST_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: '/v2/bot/message/narrowcast', takesJson: true, handle: retryable(narrowcast) },
  { method: 'GET', path: '/v2/bot/message/progress/narrowcast', handle: progress },
]
