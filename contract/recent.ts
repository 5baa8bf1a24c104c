/**
 * True if `at` is less than `maxAgeMs` away from `now`; both in milliseconds since 1970. A clock can be set back, so a moment
 * may be in the future. A small step back, as a time server makes, changes nothing. After a larger one the moment is not
 * recent: a value that was stored while the clock was a year ahead would otherwise count as fresh for a year.
 */
export const isRecent = (at: number, now: number, maxAgeMs: number): boolean => Math.abs(now - at) < maxAgeMs

/**
 * True while a wait until `until` lasts; false from that millisecond on. `longestMs` is the longest wait that this code ever
 * sets. A longer one was stored while the clock was ahead, so it counts as over.
 */
export const isWaiting = (until: number, now: number, longestMs: number): boolean =>
  now < until && until - now <= longestMs
