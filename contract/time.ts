export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** A campaign date more than five years ahead is a mistake. */
const FAR_MS = 5 * 366 * DAY_MS
const BUDDHIST_YEARS = 543

export const isTooFar = (at: number, now: number): boolean => at > now + FAR_MS

/** Returns milliseconds since 1970. */
export const momentOf = (text: string): number => Date.parse(text)

/** Replaces a date's or time's Buddhist year, such as 2569, with the Gregorian year, 2026. */
export const gregorian = (text: string): string =>
  text.replace(/^\s*2[4-6]\d\d(?=-)/, year => String(Number(year) - BUDDHIST_YEARS))

/** Formats milliseconds since 1970 in the product API's format: ISO 8601, UTC. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()

export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms))
