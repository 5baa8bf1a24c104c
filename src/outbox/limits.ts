/** The offline engine's own numbers. Times in milliseconds, sizes in bytes. */

/** Jobs that wait at once, and the bytes of their photos. Past either, a new one is refused and the customer told. */
export const MAX_JOBS = 200
export const MAX_PHOTO_BYTES = 40 * 1024 * 1024
/** Older than this, a job is not sent without asking: a phone's storage is a courier, not an archive. */
export const JOB_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000

/** Logs: how many are kept, how long, and how many go in one call. The oldest give way. */
export const MAX_LOGS = 200
export const LOG_MAX_AGE_MS = 24 * 60 * 60 * 1000
export const LOG_BATCH = 50
/**
 * And how many bytes: the server takes 16 KiB of JSON. Browsers take 64 KiB with all requests that outlive a page
 * together.
 */
export const LOG_BATCH_BYTES = 15_000
/** How long a log waits for others to go with it. */
export const LOG_DELAY_MS = 2000

/** Waiting between tries: full jitter up to `BASE * 2^tries`, at most the cap. Nothing shortens it below the floor. */
export const BACKOFF_BASE_MS = 1000
export const BACKOFF_CAP_MS = { visible: 60_000, hidden: 300_000 } as const
export const BACKOFF_FLOOR_MS = 1000
/** A wait longer than this is not ours: the phone's clock was moved. */
export const MAX_WAIT_MS = 3_600_000
/** A second 401 this soon after signing in again means that signing in does not help. */
export const RENEW_EVERY_MS = 60_000

/** How long a small write may take. */
export const WRITE_TIMEOUT_MS = 20_000
/** The most a photo, or one piece of it, may stand still. */
export const PHOTO_STALL_MS = 20_000
/** With something queued and nobody talking for this long, the server is asked whether it is there. */
export const PROBE_AFTER_MS = 30_000
/** How long a screen waits for its write before it is told that the write is queued. */
export const DELIVERY_WAIT_MS = 6000

/** How much of a photo, as a part of it, may be sent in vain, and the smallest piece of it, in bytes. */
export const MAX_WASTED_FRACTION = 0.5
export const CHUNK_MIN_BYTES = 4096
