/** Messages between the page and the service worker. */

/** The tag of Chromium's background sync. The worker sends the same string to a page as a message. */
export const SYNC_TAG = 'outbox'
export const SYNC_MESSAGE = 'outbox-sync'
/** The message that makes a waiting worker take over. */
export const SKIP_WAITING_MESSAGE = 'SKIP_WAITING'
