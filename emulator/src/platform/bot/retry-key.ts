import { RETRY_KEY_LIFETIME_MS } from '../../limits.ts'
import { tokenValue } from '../../world/token-map.ts'
import { RETRY_KEY_HEADER } from '../log.ts'
import { type BotAnswer, type BotCall, refusal } from './operation.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const retryKeyOf = ({ headers }: Pick<BotCall, 'headers'>): string | null =>
  headers.get(RETRY_KEY_HEADER)?.toLowerCase() ?? null

export function retryProblem(call: BotCall): BotAnswer | null {
  const key = retryKeyOf(call)
  return key === null || UUID.test(key) ? null : refusal(400, 'The retry key is invalid')
}

export function unsupportedRetryKey(call: BotCall): BotAnswer | null {
  return retryKeyOf(call) === null ? null : refusal(400, 'The retry key is not supported by this endpoint')
}

/** Returns null if the retry key does not belong to an accepted request. */
export function acceptedBefore(call: BotCall): BotAnswer | null {
  const { bot, now } = call
  const key = retryKeyOf(call)
  if (key === null) return null
  const request = tokenValue(bot.retryKeys, key)
  if (request === undefined || request.at + RETRY_KEY_LIFETIME_MS <= now) return null
  const { requestId, at: _, ...sent } = request
  return {
    status: 409,
    body: { message: 'The retry key is already accepted', ...sent },
    headers: { 'x-line-accepted-request-id': requestId },
  }
}
