/** Durations in milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Parses an ISO 8601 date and time with a time zone. Returns milliseconds since 1970. */
export const momentOf = (text: string): number => Date.parse(text)

/** Formats milliseconds since 1970 as ISO 8601 in UTC, the format of the product API. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()

/** Like `isoOf`, but accepts null and returns it unchanged. */
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms))
