import { DAY_MS, HOUR_MS } from '#contract/time.ts'

/** Times are in milliseconds, sizes in bytes. */

/** Per customer. Above these limits, new jobs are refused. */
export const MAX_JOBS = 200
export const MAX_PHOTO_BYTES = 40 * 1024 * 1024
/** Photos kept in memory in case the browser deletes the database. */
export const MAX_KNOWN_PHOTO_BYTES = 8 * 1024 * 1024
/** An older job needs the customer's consent: the outbox bridges short outages and is not an archive. */
export const JOB_MAX_AGE_MS = 7 * DAY_MS
/** After this wait, the app tells the customer that something may be rejecting the job. */
export const BLOCKED_AFTER_MS = DAY_MS
/** Consecutive failures while other calls succeed. A single failure may be a brief gateway fault. */
export const BLOCKED_AFTER_TRIES = 3

/** The oldest log events are dropped first. */
export const MAX_LOGS = 200
export const LOG_MAX_AGE_MS = DAY_MS
export const LOG_BATCH = 50
/** The server accepts 16 KiB of JSON; browsers allow 64 KiB for all keepalive requests together. */
export const LOG_BATCH_BYTES = 15_000
/** Newer events will probably be sent by the page that logged them. */
export const LOG_ORPHAN_AGE_MS = 60_000
/** The delay lets one call send several events. */
export const LOG_DELAY_MS = 2000

/** Delays are random, up to `BASE * 2^failures`. */
export const BACKOFF_BASE_MS = 1000
export const BACKOFF_CAP_MS = { visible: 30_000, hidden: 300_000 } as const
export const BACKOFF_FLOOR_MS = 1000
/** A frozen tab blocks a job for at most `CLAIM_MS`. */
export const CLAIM_MS = 4500
export const ANNOUNCE_EVERY_MS = 1500
export const STORAGE_RETRY_MS = 5000
export const KEPT_MS = 7 * DAY_MS
export const MAX_KEPT = 20
export const MAX_KEPT_BYTES = 16 * 1024 * 1024
/** Shown outcomes older than this are deleted. */
export const OUTCOME_MAX_AGE_MS = DAY_MS
export const MAX_OUTCOMES = 100
export const MAX_TRANSITIONS = 200

/** A longer stored wait means that the phone's clock was changed. */
export const MAX_WAIT_MS = HOUR_MS
export const RENEW_EVERY_MS = 60_000

export const READ_TIMEOUT_MS = 20_000
export const WRITE_TIMEOUT_MS = 20_000
export const PHOTO_STALL_MS = 20_000
/** After this wait, the write is reported as queued. */
export const DELIVERY_WAIT_MS = 6000

/** The fraction of a photo's bytes that interrupted uploads may waste. */
export const MAX_WASTED_FRACTION = 0.5
export const CHUNK_MIN_BYTES = 4096
