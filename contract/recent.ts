/**
 * True if `at` is less than `maxAgeMs` from `now`, in either direction. After a small clock correction, `at` may be
 * slightly in the future; but a value stored while the clock was a year ahead must not count as fresh for a year.
 */
export const isRecent = (at: number, now: number, maxAgeMs: number): boolean => Math.abs(now - at) < maxAgeMs

/**
 * True if `now` is before `until`. False if the remaining wait is longer than `longestMs`, the longest wait that the
 * code ever sets: `until` was then stored while the clock was ahead.
 */
export const isWaiting = (until: number, now: number, longestMs: number): boolean =>
  now < until && until - now <= longestMs
