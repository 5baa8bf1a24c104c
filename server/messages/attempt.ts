import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { Random } from '#server/random.ts'

/** How long a process owns a claimed message, in milliseconds. Must be longer than any request to LINE. */
export const LEASE_MS = 2 * MINUTE_MS
/** A message without a deadline is dropped at this age, because the customer has probably seen the news in the app. */
export const STALE_MS = 3 * DAY_MS
/** LINE remembers a retry key for 24 hours. One hour is a margin for the request and clock skew. */
const KEY_LIFE_MS = 23 * HOUR_MS

type Key = { readonly retry_key: string | null; readonly key_at: number | null }

export const remembers = (keyAt: number, at: number): boolean => at - keyAt < KEY_LIFE_MS

/** Returns the current retry key if LINE still remembers it, otherwise a new one. */
export function nextKey(
  { retry_key, key_at }: Key,
  now: number,
  random: Random,
): { readonly retry_key: string; readonly key_at: number } {
  return retry_key !== null && key_at !== null && remembers(key_at, now)
    ? { retry_key, key_at }
    : { retry_key: uuidv7(now, random.bytes(16)), key_at: now }
}
