/** Milliseconds since 1970 as the API writes times. */
export const iso = (ms: number): string => new Date(ms).toISOString()

/** The same where there may be none. */
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))
