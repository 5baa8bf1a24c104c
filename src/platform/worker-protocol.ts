/** Messages and headers between the page and the service worker. */

/** Name of the BroadcastChannel that connects all tabs and the worker. */
export const TABS_CHANNEL = 'campaign'
/** The tag of Chromium's background sync, and the type of the message that the worker then sends to a page. */
export const SYNC_TAG = 'outbox'
export const SYNC_MESSAGE = 'outbox-sync'
/** The message that makes a waiting worker take over. */
export const SKIP_WAITING_MESSAGE = 'SKIP_WAITING'

/**
 * Headers of the worker's responses to API calls. A response with `CACHED_AT` comes from the phone's store and is from
 * that time (ISO 8601); it says nothing about the network. `CACHED_BECAUSE` is the reason: `network`, `timeout`, or
 * the status of the server's response. `CONTRACT` is the fingerprint of the contract by which the worker has
 * validated the body.
 */
export const CACHED_AT = 'X-Cached-At'
export const CACHED_BECAUSE = 'X-Cached-Because'
export const CONTRACT = 'X-Contract'
/** Value of the request header `Cache-Control` with which a page asks for the cached response only (RFC 9111). */
export const ONLY_IF_CACHED = 'only-if-cached'
