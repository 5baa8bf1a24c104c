/** Messages between the page and the service worker. */

/** The tag of Chromium's background sync, and the type of the message that the worker then sends to a page. */
export const SYNC_TAG = 'outbox'
export const SYNC_MESSAGE = 'outbox-sync'
/** The message that makes a waiting worker take over. */
export const SKIP_WAITING_MESSAGE = 'SKIP_WAITING'
