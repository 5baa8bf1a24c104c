import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Db } from '#server/store/tables.ts'
import { createTimedCache, type TimedCache } from '#server/timed-cache.ts'

/**
 * How long counts are cached: for today and yesterday, for earlier days (which hardly change), for the whole campaign,
 * and for phones.
 */
export const KEEP_MS = { now: 30_000, past: HOUR_MS, whole: 5 * MINUTE_MS, phones: MINUTE_MS }
/** Enough for every counted day of the longest campaign and the other counts. */
const MAX_KEPT = 420

const caches = new WeakMap<Db, TimedCache>()

/** The counts that the desk has cached for this database. */
export function cacheOf(db: Db): TimedCache {
  const cache = caches.get(db) ?? createTimedCache(MAX_KEPT)
  caches.set(db, cache)
  return cache
}
