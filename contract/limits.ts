import { DAY_MS, MINUTE_MS } from '#contract/time.ts'

/**
 * The product's constants. `Spec S2` and similar refer to sections of the specification (docs/spec-coverage.md);
 * constants without a reference are our own choice.
 */

/** Spec S2, S9: shown on the loading screen and sent with every state log. */
export const APP_VERSION = '1.0.5'

/** Spec S9. */
export const TOAST_LIFETIME_MS = 3000
/** Spec S9: the blur behind a toast. */
export const TOAST_BLUR_PX = { light: 1.5, dark: 10 } as const

/** Spec S9: polling interval in browsers that do not report cookie changes. */
export const COOKIE_POLL_MS = 300
/** Spec S4, S9: the session's bearer token. Scripts can read it: `path=/; secure; samesite=strict`. */
export const TOKEN_COOKIE = 'accessToken'
/** Set to 1 if the phone already has the files that the small document references. */
export const ASSETS_COOKIE = 'assets'

/** Spec S9. */
export const LAYOUT_WIDTH_PX = 768
/** Spec S9. */
export const DIALOG_WIDTH_PX = 728
/** Spec S9. */
export const INPUT_RADIUS_PX = 4
/** Spec S9. */
export const RIPPLE_MS = 400
/** Spec S9. */
export const TOOLTIP_MAX_WIDTH_REM = 12.5
/** Spec S9. */
export const TOGGLE_REM = { width: 2.5, height: 1.5 } as const

/** Spec S9: no timeout unless the caller sets one. */
export const HTTP_TIMEOUT_DEFAULT_MS = 0
/** Spec S9. */
export const UPLOAD_CHUNK_BYTES = 64 * 1024

export const MAX_BODY_BYTES = 16 * 1024
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024
export const MAX_URL_BYTES = 2 * 1024
export const MAX_HEADER_BYTES = 16 * 1024

export const IMAGE_SIDE_PX = { min: 200, max: 12_000 } as const
export const IMAGE_MAX_PIXELS = 40_000_000
export const IMAGES_PER_RECEIPT = { min: 1, max: 3 } as const
export const IMAGES_PER_CUSTOMER = 60
export const IMAGE_BYTES_PER_CUSTOMER = 60 * 1024 * 1024
/** The long side of a photo is scaled down to this size. */
export const PHOTO_MAX_SIDE_PX = 1600
/** The short side is not scaled below this size, so that long receipts remain readable. */
export const PHOTO_MIN_SIDE_PX = 600

/** In UTF-16 code units. */
export const ANSWER_MAX_LENGTH = 500
/** Counts only letters and digits. */
export const RECEIPT_NO_MIN = 3
export const RECEIPT_AMOUNT_BAHT = { min: 1, max: 1_000_000 } as const
export const LOG_BATCH_MAX = 100
export const PAGE_MAX = 100
export const PAGE_DEFAULT = 20
/** Lifetime of the link to a copy of the customer's data. */
export const EXPORT_LINK_MS = 10 * MINUTE_MS
/** Size of the history's first page, which the visit call also returns. */
export const RECEIPTS_FIRST_PAGE = 50
export const LOGSTATE_MAX_LENGTH = 64
export const LINE_NAME_MAX_LENGTH = 100
export const LOG_PATH_MAX_LENGTH = 200

/** In years. Customers younger than `refused` cannot register; those younger than `adult` need a guardian's consent. */
export const AGE = { refused: 10, adult: 20 } as const

/** Maximum number of corrections of a rejected receipt. */
export const RESUBMIT_MAX = 3
/** Receipts for earlier purchases are accepted for this long after the campaign's end. */
export const LATE_RECEIPT_MS = DAY_MS

/** A session expires this long after sign-in, or after this long without a call. */
export const SESSION_ABSOLUTE_MS = 30 * DAY_MS
export const SESSION_IDLE_MS = 7 * DAY_MS
/** Maximum age of an ID token, and the clock difference that the server tolerates. */
export const ID_TOKEN_MAX_AGE_S = 3600
export const CLOCK_SKEW_S = 30

/** The personal check-in code changes at this interval. */
export const QR_STEP_S = 30
/** Short codes scan faster, and 16 bytes cannot be guessed in half a minute. */
export const QR_MAC_BYTES = 16
export const QR_OFFLINE_HOURS = 24
/** Staff type these digits of a check-in code if they cannot scan it. Decision 072 explains how likely a guess is. */
export const SHORT_CODE_DIGITS = 8
/** The app shows a warning if the phone's clock is off by more than this. */
export const CLOCK_WARN_MS = 90_000
/** Decision 021 explains how likely a successful guess is with this length and the limits below. */
export const STAFF_PIN_DIGITS = 6
/**
 * After this many wrong staff PINs by all customers, at one store or in the whole campaign, the server rejects all PINs
 * until the window ends.
 */
export const STAFF_PIN_STORE_TRIES = 20
export const STAFF_PIN_CAMPAIGN_TRIES = 200
export const STAFF_PIN_WINDOW_MS = DAY_MS
/** After this many wrong staff PINs, a customer is locked out for the given time. */
export const STAFF_PIN_TRIES = 5
export const STAFF_PIN_LOCK_MS = 15 * MINUTE_MS

/** Maximum length of each list in a report of waiting receipts. */
export const WAITING_MAX = 20
