import { ownEntry } from '../../own-entry.ts'
import { HOUR_MS, MINUTE_MS } from '../../time.ts'
import type { Line } from '../../world/line.ts'
import type { Route } from '../route.ts'

const SECOND_MS = 1_000

/** Maximum number of requests in a period of `ms` milliseconds. */
type Limit = { readonly count: number; readonly ms: number }

const USUAL: Limit = { count: 2_000, ms: SECOND_MS }

const LIMITS: readonly (readonly [operation: RegExp, limit: Limit])[] = [
  [/^POST \/v2\/bot\/message\/(narrowcast|broadcast)$/, { count: 60, ms: HOUR_MS }],
  [/^GET \/v2\/bot\/(insight|message\/delivery)\//, { count: 60, ms: HOUR_MS }],
  [/^POST \/v2\/bot\/channel\/webhook\/test$/, { count: 60, ms: HOUR_MS }],
  [/^\w+ \/v2\/bot\/audienceGroup\//, { count: 60, ms: MINUTE_MS }],
  [/^\w+ \/v2\/bot\/channel\/webhook\/endpoint$/, { count: 1_000, ms: MINUTE_MS }],
  [/^(POST \/v2\/bot\/richmenu|DELETE \/v2\/bot\/richmenu\/(alias\/)?:\w+)$/, { count: 100, ms: HOUR_MS }],
  [/^GET \/v2\/bot\/richmenu\/progress\/batch$/, { count: 100, ms: HOUR_MS }],
  [/^POST \/v2\/bot\/richmenu\/batch$/, { count: 3, ms: HOUR_MS }],
  [/^GET \/v2\/bot\/richmenu\/list$/, { count: 10, ms: SECOND_MS }],
  [/^POST \/v2\/bot\/message\/multicast$/, { count: 200, ms: SECOND_MS }],
  [/^\w+ \/v2\/bot\/(coupon(\/|$)|membership\/(list|subscription))/, { count: 200, ms: SECOND_MS }],
  [/^POST \/v2\/bot\/chat\/loading\/start$/, { count: 100, ms: SECOND_MS }],
]

type Operation = Pick<Route, 'method' | 'path'>

export function rateLimitOf({ method, path }: Operation): Limit {
  return LIMITS.find(([operation]) => operation.test(`${method} ${path}`))?.[1] ?? USUAL
}

/**
 * Takes one request from the channel's limit for an operation; returns false if none is left. Like LINE's limit, this
 * is a bucket that refills steadily. Its size, a whole period's requests, is a guess.
 */
export function isWithinRateLimit(line: Line, operation: Operation, channelId: string): boolean {
  const { scenario, bot } = line.world()
  if (!scenario.messaging.rateLimits) return true
  const { count, ms } = rateLimitOf(operation)
  const now = line.now()
  const key = `${channelId} ${operation.method} ${operation.path}`
  const bucket = ownEntry(bot.rateBuckets, key) ?? { left: count, at: now }
  const passed = now - bucket.at
  // If the clock was set back, the bucket must not wait for the later time.
  const left = passed < 0 ? count : Math.min(count, bucket.left + (passed * count) / ms)
  if (left < 1) return false
  const rateBuckets = { ...bot.rateBuckets, [key]: { left: left - 1, at: now } }
  line.dispatch({ type: 'bot-changed', change: { rateBuckets } })
  return true
}
