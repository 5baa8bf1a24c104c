import { RETRY_KEY_LIFETIME_MS } from '../../limits.ts'
import type { Bot, RetryKey } from '../../world/bot-state.ts'
import { type BotAnswer, type BotCall, refusal } from './operation.ts'

const HEADER = 'x-line-retry-key'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the refusal of a malformed retry key, or null. */
export function retryProblem({ headers }: BotCall): BotAnswer | null {
  const key = headers.get(HEADER)
  return key === null || UUID.test(key) ? null : refusal(400, 'The retry key is invalid')
}

/** Returns the refusal of a retry key for an operation that does not support it, or null. */
export function unsupportedRetryKey({ headers }: BotCall): BotAnswer | null {
  return headers.has(HEADER) ? refusal(400, 'The retry key is not supported by this endpoint') : null
}

/** Returns LINE's answer to a request whose retry key belongs to an accepted request, or null. */
export function acceptedBefore({ headers, bot, now }: BotCall): BotAnswer | null {
  const record = bot.retryKeys[headers.get(HEADER)?.toLowerCase() ?? '']
  if (record === undefined || record.at + RETRY_KEY_LIFETIME_MS <= now) return null
  const { requestId, sentMessages } = record
  const message = 'The retry key is already accepted'
  return {
    status: 409,
    body: sentMessages === undefined ? { message } : { message, sentMessages },
    headers: { 'x-line-accepted-request-id': requestId },
  }
}

/** Adds the request's retry key, if it has one, to the change of an accepted request. */
export function withRetryKey(
  { headers, bot, now, requestId }: BotCall,
  change: Partial<Bot>,
  sentMessages: NonNullable<RetryKey['sentMessages']> | null,
): Partial<Bot> {
  const key = headers.get(HEADER)?.toLowerCase()
  if (key === undefined) return change
  const record = { requestId, at: now, ...(sentMessages === null ? {} : { sentMessages }) }
  return { ...change, retryKeys: { ...bot.retryKeys, [key]: record } }
}
