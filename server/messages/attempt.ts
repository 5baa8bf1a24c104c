import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { Random } from '#server/random.ts'

/** How long a process owns what it has claimed, in milliseconds. Longer than a request may take. */
export const LEASE_MS = 2 * MINUTE_MS
/**
 * A message whose text names no time is dropped if it could not be sent for this long, because the customer has probably seen
 * the result in the app.
 */
export const STALE_MS = 3 * DAY_MS
/** LINE remembers a retry key for 24 hours. The hour less is for the request itself and clocks that differ. */
const KEY_LIFE_MS = 23 * HOUR_MS

type Key = { readonly retry_key: string | null; readonly key_at: number | null }

/** True if LINE still remembers at the time `at` a retry key of the time `keyAt`, both in milliseconds. */
export const remembers = (keyAt: number, at: number): boolean => at - keyAt < KEY_LIFE_MS

/** Returns the retry key of the next attempt: the former one while LINE remembers it, and then a new one. */
export function nextKey(
  { retry_key, key_at }: Key,
  now: number,
  random: Random,
): { readonly retry_key: string; readonly key_at: number } {
  return retry_key !== null && key_at !== null && remembers(key_at, now)
    ? { retry_key, key_at }
    : { retry_key: uuidv7(now, random.bytes(16)), key_at: now }
}
