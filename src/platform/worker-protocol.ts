/** Connects all tabs and the worker. */
export const TABS_CHANNEL = 'campaign'
/** The tag of Chromium's background sync, and the type of the message that the worker then sends to a page. */
export const SYNC_TAG = 'outbox'
export const SYNC_MESSAGE = 'outbox-sync'
export const SKIP_WAITING_MESSAGE = 'SKIP_WAITING'

/**
 * Headers of the worker's API responses. `CACHED_AT`: time of a response from the phone's store (ISO 8601).
 * `CACHED_BECAUSE`: why it was used: `network`, `timeout` or the status of the server's response. `CONTRACT`:
 * fingerprint of the contract with which the worker validated the body.
 */
export const CACHED_AT = 'X-Cached-At'
export const CACHED_BECAUSE = 'X-Cached-Because'
export const CONTRACT = 'X-Contract'
/** A page sends this in `Cache-Control` to ask for the cached response only (RFC 9111). */
export const ONLY_IF_CACHED = 'only-if-cached'
