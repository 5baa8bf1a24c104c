/** Limits of the outbox. Times are in milliseconds, sizes in bytes. */

/**
 * Maximum number of a customer's queued jobs, and maximum bytes of their photos. Beyond that, the app refuses new
 * jobs and tells the customer.
 */
export const MAX_JOBS = 200
export const MAX_PHOTO_BYTES = 40 * 1024 * 1024
/** Maximum bytes of photos that a page keeps in memory, in case the browser deletes the phone's database. */
export const MAX_KNOWN_PHOTO_BYTES = 8 * 1024 * 1024
/**
 * A job older than this is sent only with the customer's consent, because the outbox is meant for short
 * outages and is not an archive.
 */
export const JOB_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000
/** How long a job waits before the app says that something on the way to our server may be refusing its contents. */
export const BLOCKED_AFTER_MS = 24 * 60 * 60 * 1000
/**
 * How often in a row a job must be the only call without our server's answer before the app says so. A gateway that has
 * just failed can answer the next call.
 */
export const BLOCKED_AFTER_TRIES = 3

/**
 * Log events: maximum number, maximum age, and maximum number per call. Beyond the maximum number, the oldest
 * events are dropped.
 */
export const MAX_LOGS = 200
export const LOG_MAX_AGE_MS = 24 * 60 * 60 * 1000
export const LOG_BATCH = 50
/**
 * Maximum bytes of log events per call. The server accepts 16 KiB of JSON, and browsers allow 64 KiB for all
 * keepalive requests together.
 */
export const LOG_BATCH_BYTES = 15_000
/**
 * A page sends another page's log events only if they are at least this old. Before that, the other page
 * probably sends them itself.
 */
export const LOG_ORPHAN_AGE_MS = 60_000
/** Delay before log events are sent, so that one call can send several. */
export const LOG_DELAY_MS = 2000

/** Retry delays: a random time up to `BASE * 2^failures`, but at most the cap and at least the floor. */
export const BACKOFF_BASE_MS = 1000
export const BACKOFF_CAP_MS = { visible: 30_000, hidden: 300_000 } as const
export const BACKOFF_FLOOR_MS = 1000
/**
 * A tab's claim on a job ends after this time, unless the tab announces again that it is sending the job. It
 * does so every `ANNOUNCE_EVERY_MS`. A tab thus never waits longer for one that is frozen or closed.
 */
export const CLAIM_MS = 4500
export const ANNOUNCE_EVERY_MS = 1500
/** How long a job waits if the phone's database did not answer, and how often unsaved jobs are stored again. */
export const STORAGE_RETRY_MS = 5000
/** How long the phone keeps a copy of a receipt that the server has, of how many of them, and how many bytes of their photos. */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1000
export const MAX_KEPT = 20
export const MAX_KEPT_BYTES = 16 * 1024 * 1024
/** How long an outcome stays after a screen has shown it, and the maximum number of outcomes. */
export const OUTCOME_MAX_AGE_MS = 24 * 60 * 60 * 1000
export const MAX_OUTCOMES = 100
/** Number of transitions that the outbox remembers for support. */
export const MAX_TRANSITIONS = 200

/** A stored wait longer than this is ignored, because it means that the phone's clock was changed. */
export const MAX_WAIT_MS = 3_600_000
/**
 * If a 401 follows a renewed sign-in within this time, the outbox does not sign in again, because that would
 * not help.
 */
export const RENEW_EVERY_MS = 60_000

/** Time limit for reading a page of the receipt history. */
export const READ_TIMEOUT_MS = 20_000
/** Time limit for a call without photos. */
export const WRITE_TIMEOUT_MS = 20_000
/** Time limit for the upload of one photo chunk. */
export const PHOTO_STALL_MS = 20_000
/** How long a screen waits for the server's response before it reports the write as queued. */
export const DELIVERY_WAIT_MS = 6000

/** The fraction of a photo's bytes that interrupted uploads may waste, and the smallest chunk in bytes. */
export const MAX_WASTED_FRACTION = 0.5
export const CHUNK_MIN_BYTES = 4096
