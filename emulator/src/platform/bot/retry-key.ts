import { RETRY_KEY_LIFETIME_MS } from '../../limits.ts'
import type { Bot } from '../../world/bot-state.ts'
import { type BotAnswer, type BotCall, refusal } from './operation.ts'
import { sentMessagesOf } from './sent-messages.ts'

const HEADER = 'x-line-retry-key'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the request's retry key, or null if it has none. */
const retryKeyOf = ({ headers }: Pick<BotCall, 'headers'>): string | null =>
  headers.get(HEADER)?.toLowerCase() ?? null

const groupOf = (key: string): string => key.slice(0, 2)

/** Returns the change that remembers the request's retry key for the next entry of `sendings`. */
export function withRetryKey(call: BotCall): Pick<Bot, 'retryKeys'> {
  const { sendings, retryKeys } = call.bot
  const key = retryKeyOf(call)
  if (key === null) return { retryKeys }
  const group = { ...retryKeys[groupOf(key)], [key]: sendings.length }
  return { retryKeys: { ...retryKeys, [groupOf(key)]: group } }
}

/** Returns the refusal of a malformed retry key, or null. */
export function retryProblem(call: BotCall): BotAnswer | null {
  const key = retryKeyOf(call)
  return key === null || UUID.test(key) ? null : refusal(400, 'The retry key is invalid')
}

/** Returns the refusal of a retry key for an operation that does not support it, or null. */
export function unsupportedRetryKey(call: BotCall): BotAnswer | null {
  return retryKeyOf(call) === null ? null : refusal(400, 'The retry key is not supported by this endpoint')
}

/** Returns LINE's answer to a request whose retry key belongs to an accepted request, or null. */
export function acceptedBefore(call: BotCall): BotAnswer | null {
  const { bot, now } = call
  const key = retryKeyOf(call)
  if (key === null) return null
  const sending = bot.sendings[bot.retryKeys[groupOf(key)]?.[key] ?? -1]
  if (sending === undefined || sending.at + RETRY_KEY_LIFETIME_MS <= now) return null
  const message = 'The retry key is already accepted'
  return {
    status: 409,
    body: sending.via === 'push' ? { message, sentMessages: sentMessagesOf(sending) } : { message },
    headers: { 'x-line-accepted-request-id': sending.requestId },
  }
}
