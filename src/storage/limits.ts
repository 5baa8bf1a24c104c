/** Time limits of a GET call in milliseconds, with and without a cached response to show. */
export const READ_TIMEOUT_MS = { withCache: 8000, withoutCache: 20_000 } as const
/** Photos are rejected while the origin uses more than this fraction of its storage quota. */
export const NEARLY_FULL_FRACTION = 0.8
/** Time limits of IndexedDB operations in milliseconds. */
export const STORE_TIMEOUT_MS = { open: 2000, readonly: 1500, readwrite: 4000 } as const
/** How often in a row a lost connection is reopened. */
export const STORE_REOPENS = 3
/**
 * A storage timeout consists of this many shorter timers. When a suspended page resumes, a single timer would expire
 * together with the pending result and could win.
 */
export const TIMEOUT_SLICES = 5

/** After a failure, the database is not used for this many milliseconds. */
export const STORE_RETRY_MS = 30_000
