/** Limits of the storage on the phone. Times in milliseconds. */

/** How long a read may take, with and without a cached response to show. */
export const READ_TIMEOUT_MS = { withCache: 8000, withoutCache: 20_000 } as const
/** Photos are refused while the origin uses more than this fraction of its storage quota. */
export const NEARLY_FULL_FRACTION = 0.8
/** IndexedDB: how long opening, reading and writing may take, and how often a lost connection is reopened. */
export const STORE_TIMEOUT_MS = { open: 2000, readonly: 1500, readwrite: 4000 } as const
export const STORE_REOPENS = 3
/** A storage timeout is counted in this many slices, so that a suspended page does not use it up at once. */
export const TIMEOUT_SLICES = 5

/** Another tab takes over a lease this long after its last heartbeat. */
export const LEASE_MS = 10_000
export const LEASE_HEARTBEAT_MS = 3000
