import { MINUTE_MS } from '#contract/time.ts'
import { ApiError } from '#server/errors.ts'

const SWEEP_ABOVE = 50_000

export type RateLimit = { take(key: string, perMinute: number): Promise<void> }

export function createRateLimit(clock: { now(): number }): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number; perMinute: number }>()
  const filled = (bucket: { tokens: number; at: number; perMinute: number }, now: number) =>
    Math.min(bucket.perMinute, bucket.tokens + (Math.max(0, now - bucket.at) / MINUTE_MS) * bucket.perMinute)
  const sweep = (now: number) => {
    for (const [key, bucket] of buckets) if (filled(bucket, now) >= bucket.perMinute) buckets.delete(key)
  }
  return {
    async take(key, perMinute) {
      const now = clock.now()
      if (buckets.size > SWEEP_ABOVE) sweep(now)
      const found = buckets.get(key) ?? { tokens: perMinute, at: now, perMinute }
      // If the clock has been set back, refill from now.
      const bucket = { ...found, at: Math.min(found.at, now) }
      const tokens = filled(bucket, now)
      if (tokens < 1) {
        buckets.set(key, bucket)
        throw rateLimited(((1 - tokens) * MINUTE_MS) / perMinute)
      }
      buckets.set(key, { tokens: tokens - 1, at: now, perMinute })
    },
  }
}

/** `retryAfter` is in whole seconds, at least 1. */
export const rateLimited = (waitMs: number): ApiError =>
  new ApiError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
