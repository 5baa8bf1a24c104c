/**
 * True if `at` is less than `maxAgeMs` from `now`, in either direction. After a small clock correction, `at` may be
 * slightly in the future. A value stored while the clock was a year ahead must not count as fresh for a year.
 */
export const isRecent = (at: number, now: number, maxAgeMs: number): boolean => Math.abs(now - at) < maxAgeMs

/**
 * True until `until`, exclusive. `longestMs` is the longest wait that the code ever sets. A longer wait was stored
 * while the clock was ahead, so it is ignored.
 */
export const isWaiting = (until: number, now: number, longestMs: number): boolean =>
  now < until && until - now <= longestMs
