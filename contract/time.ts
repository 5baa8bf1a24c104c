/** Spans in milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The moment of an ISO-8601 text with a time zone, milliseconds since 1970. */
export const momentOf = (text: string): number => Date.parse(text)

/** A moment as ISO-8601 in UTC, as the product API takes it. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()

/** The same where there may be none. */
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms))
