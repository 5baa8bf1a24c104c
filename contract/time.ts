export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Returns milliseconds since 1970. */
export const momentOf = (text: string): number => Date.parse(text)

/** Formats milliseconds since 1970 in the product API's format: ISO 8601, UTC. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()

export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms))
