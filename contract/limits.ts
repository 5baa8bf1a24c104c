/**
 * The product's constants. `S2` and the like name the specification's section (docs/spec-coverage.md); the others
 * are this API's own.
 */

/** S2, S9: shown on the loading screen and sent with every log of state. */
export const APP_VERSION = '1.0.5'

/** S9: how long a toast stays, in milliseconds. */
export const TOAST_LIFETIME_MS = 3000
/** S9: the blur behind a toast, in CSS pixels. */
export const TOAST_BLUR_PX = { light: 1.5, dark: 10 } as const

/** S9: how often the token cookie is looked at where no change event exists, in milliseconds. */
export const COOKIE_POLL_MS = 300
/** S4, S9: the cookie that holds the session's bearer token; script-readable, `path=/; secure; samesite=strict`. */
export const TOKEN_COOKIE = 'accessToken'

/** S2, S9: the widest the layout's column gets, in CSS pixels. */
export const LAYOUT_WIDTH_PX = 768
/** S9: the widest a dialog gets, in CSS pixels. */
export const DIALOG_WIDTH_PX = 728
/** S9: the corner radius of inputs, in CSS pixels. */
export const INPUT_RADIUS_PX = 4
/** S9: the ripple of a button, in milliseconds. */
export const RIPPLE_MS = 400
/** S9: the widest a tooltip gets, in rem. */
export const TOOLTIP_MAX_WIDTH_REM = 12.5
/** S9: the size of a toggle, in rem. */
export const TOGGLE_REM = { width: 2.5, height: 1.5 } as const

/** S9: HTTP client: no timeout of its own unless the caller sets one, and the size of an upload's pieces in bytes. */
export const HTTP_TIMEOUT_DEFAULT_MS = 0
export const UPLOAD_CHUNK_BYTES = 64 * 1024

/** Limits on requests, in bytes. */
export const MAX_BODY_BYTES = 16 * 1024
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024
export const MAX_URL_BYTES = 2 * 1024
export const MAX_HEADER_BYTES = 16 * 1024

/** What a receipt photo must be. */
export const IMAGE_SIDE_PX = { min: 200, max: 12_000 } as const
export const IMAGE_MAX_PIXELS = 40_000_000
export const IMAGES_PER_RECEIPT = { min: 1, max: 3 } as const
export const IMAGES_PER_CUSTOMER = 60
export const IMAGE_BYTES_PER_CUSTOMER = 60 * 1024 * 1024
/** The longest side of a photo after the phone has shrunk it, in pixels. */
export const PHOTO_MAX_SIDE_PX = 1600
/** Unless its short side became smaller than this, in pixels: the print of a long receipt could not be read. */
export const PHOTO_MIN_SIDE_PX = 600

/** Lengths and ranges of fields. */
export const ANSWER_MAX_LENGTH = 500
/** The fewest letters and digits that tell one receipt from another; signs between them do not count. */
export const RECEIPT_NO_MIN = 3
export const RECEIPT_AMOUNT_BAHT = { min: 1, max: 1_000_000 } as const
export const LOG_BATCH_MAX = 100
export const PAGE_MAX = 100
export const PAGE_DEFAULT = 20
export const LOGSTATE_MAX_LENGTH = 64
export const LINE_NAME_MAX_LENGTH = 100
export const LOG_PATH_MAX_LENGTH = 200

/** Ages. Below `refused` nobody registers; below `adult` a guardian must agree. */
export const AGE = { refused: 10, adult: 20 } as const

/** How often a rejected receipt may be sent again. */
export const RESUBMIT_MAX = 3
/** A receipt made before the close is taken this long after it, in milliseconds. */
export const LATE_RECEIPT_MS = 24 * 60 * 60 * 1000

/** A session's life, in milliseconds. */
export const SESSION_ABSOLUTE_MS = 30 * 24 * 60 * 60 * 1000
export const SESSION_IDLE_MS = 7 * 24 * 60 * 60 * 1000
/** The oldest ID token the server takes, and the clock skew it forgives, in seconds. */
export const ID_TOKEN_MAX_AGE_S = 3600
export const CLOCK_SKEW_S = 30

/** The personal check-in code changes this often, in seconds. */
export const QR_STEP_S = 30
/** Bytes of the code's signature: short enough for a quick scan, too long to guess within its half minute. */
export const QR_MAC_BYTES = 16
/** How long the phone can go on making the code without a network, in hours. */
export const QR_OFFLINE_HOURS = 24
/** A phone whose clock is further off than this is told so, in milliseconds. */
export const CLOCK_WARN_MS = 90_000
/** Wrong staff PINs before the lock, and the lock's length in milliseconds. */
export const STAFF_PIN_TRIES = 5
export const STAFF_PIN_LOCK_MS = 15 * 60 * 1000
