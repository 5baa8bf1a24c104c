/** The moment of an ISO-8601 text with a time zone, milliseconds since 1970. */
export const momentOf = (text: string): number => Date.parse(text)

/** A moment as ISO-8601 in UTC, as the product API takes it. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()

/** The same where there may be none. */
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms))
