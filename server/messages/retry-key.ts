import { HOUR_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { Random } from '#server/random.ts'

/** LINE remembers a retry key for 24 hours. One hour is a margin for the request and clock skew. */
const KEY_LIFE_MS = 23 * HOUR_MS

type Key = { readonly retry_key: string | null; readonly key_at: number | null }
type Known = { readonly retry_key: string; readonly key_at: number }

export const remembers = (keyAt: number, at: number): boolean => at - keyAt < KEY_LIFE_MS

export const keepsKey = (key: Key, now: number): key is Known =>
  key.retry_key !== null && key.key_at !== null && remembers(key.key_at, now)

export const nextKey = (key: Key, now: number, random: Random): Known =>
  keepsKey(key, now)
    ? { retry_key: key.retry_key, key_at: key.key_at }
    : { retry_key: uuidv7(now, random.bytes(16)), key_at: now }
