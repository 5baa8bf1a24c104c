/**
 * The product's constants. `spec S2` and the like are sections of the specification (docs/spec-coverage.md). Constants
 * without a section are our own choice.
 */

/** Spec S2, S9: the app's version, shown on the loading screen and sent with every state log. */
export const APP_VERSION = '1.0.5'

/** Spec S9: milliseconds a toast stays visible. */
export const TOAST_LIFETIME_MS = 3000
/** Spec S9: the blur behind a toast, in CSS pixels. */
export const TOAST_BLUR_PX = { light: 1.5, dark: 10 } as const

/** Spec S9: milliseconds between two reads of the token cookie in browsers that do not report cookie changes. */
export const COOKIE_POLL_MS = 300
/**
 * Spec S4, S9: the cookie that holds the session's bearer token. Scripts can read it: `path=/; secure;
 * samesite=strict`.
 */
export const TOKEN_COOKIE = 'accessToken'
/** The cookie, with the value 1, of phones that have the files which the document without scripts names. */
export const ASSETS_COOKIE = 'assets'

/** Spec S2, S9: the maximum width of the layout's column, in CSS pixels. */
export const LAYOUT_WIDTH_PX = 768
/** Spec S9: the maximum width of a dialog, in CSS pixels. */
export const DIALOG_WIDTH_PX = 728
/** Spec S9: the corner radius of inputs, in CSS pixels. */
export const INPUT_RADIUS_PX = 4
/** Spec S9: the duration of a button's ripple, in milliseconds. */
export const RIPPLE_MS = 400
/** Spec S9: the maximum width of a tooltip, in rem. */
export const TOOLTIP_MAX_WIDTH_REM = 12.5
/** Spec S9: the size of a toggle, in rem. */
export const TOGGLE_REM = { width: 2.5, height: 1.5 } as const

/** Spec S9: the HTTP client's timeout in milliseconds. 0 means no timeout unless the caller sets one. */
export const HTTP_TIMEOUT_DEFAULT_MS = 0
/** Spec S9: the size of one chunk of an upload, in bytes. */
export const UPLOAD_CHUNK_BYTES = 64 * 1024

/** The largest request that the server accepts, in bytes: body, photo, URL and headers. */
export const MAX_BODY_BYTES = 16 * 1024
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024
export const MAX_URL_BYTES = 2 * 1024
export const MAX_HEADER_BYTES = 16 * 1024

/** Limits for receipt photos: dimensions in pixels, number of photos, and total size in bytes. */
export const IMAGE_SIDE_PX = { min: 200, max: 12_000 } as const
export const IMAGE_MAX_PIXELS = 40_000_000
export const IMAGES_PER_RECEIPT = { min: 1, max: 3 } as const
export const IMAGES_PER_CUSTOMER = 60
export const IMAGE_BYTES_PER_CUSTOMER = 60 * 1024 * 1024
/** The longest side of a photo after the phone has scaled it down, in pixels. */
export const PHOTO_MAX_SIDE_PX = 1600
/**
 * The phone does not scale the short side below this many pixels, because the print of a long receipt would
 * become unreadable.
 */
export const PHOTO_MIN_SIDE_PX = 600

/** The maximum length of a customer's answer to a question, in UTF-16 code units. */
export const ANSWER_MAX_LENGTH = 500
/** The minimum number of letters and digits in a receipt number. Punctuation does not count. */
export const RECEIPT_NO_MIN = 3
export const RECEIPT_AMOUNT_BAHT = { min: 1, max: 1_000_000 } as const
export const LOG_BATCH_MAX = 100
export const PAGE_MAX = 100
export const PAGE_DEFAULT = 20
/** How long the link to a copy of the customer's data works, in milliseconds. */
export const EXPORT_LINK_MS = 600_000
/** Number of receipts on the first page of the history, which a visit returns, too. */
export const RECEIPTS_FIRST_PAGE = 50
export const LOGSTATE_MAX_LENGTH = 64
export const LINE_NAME_MAX_LENGTH = 100
export const LOG_PATH_MAX_LENGTH = 200

/**
 * Ages in years. Customers younger than `refused` cannot register; those younger than `adult` need a
 * guardian's consent.
 */
export const AGE = { refused: 10, adult: 20 } as const

/** The number of times a customer may correct a rejected receipt and send it again. */
export const RESUBMIT_MAX = 3
/**
 * Milliseconds after the end of the campaign during which receipts for earlier purchases are still accepted.
 */
export const LATE_RECEIPT_MS = 24 * 60 * 60 * 1000

/** A session expires this many milliseconds after sign-in, or after this many milliseconds without a call. */
export const SESSION_ABSOLUTE_MS = 30 * 24 * 60 * 60 * 1000
export const SESSION_IDLE_MS = 7 * 24 * 60 * 60 * 1000
/** The maximum age of an ID token and the clock difference the server tolerates, in seconds. */
export const ID_TOKEN_MAX_AGE_S = 3600
export const CLOCK_SKEW_S = 30

/** Seconds after which the personal check-in code changes. */
export const QR_STEP_S = 30
/**
 * Length of the check-in code's signature in bytes. Short codes scan faster, and 16 bytes cannot be guessed
 * in half a minute.
 */
export const QR_MAC_BYTES = 16
/** Number of hours for which the phone can generate check-in codes offline. */
export const QR_OFFLINE_HOURS = 24
/** The app warns the customer if the phone's clock is off by more than this, in milliseconds. */
export const CLOCK_WARN_MS = 90_000
/**
 * Digits of a new staff PIN. Together with the limits below, decision 021 says how likely it is to guess one.
 */
export const STAFF_PIN_DIGITS = 6
/**
 * Wrong staff PINs of all customers together, within the window, after which no PIN is accepted until the window ends:
 * at one store, and in the whole campaign.
 */
export const STAFF_PIN_STORE_TRIES = 20
export const STAFF_PIN_CAMPAIGN_TRIES = 200
export const STAFF_PIN_WINDOW_MS = 24 * 60 * 60 * 1000
/** After this many wrong staff PINs of one customer, the customer's attempts are refused for the given number of milliseconds. */
export const STAFF_PIN_TRIES = 5
export const STAFF_PIN_LOCK_MS = 15 * 60 * 1000

/** Maximum number of receipts in one report of what waits on a phone. */
export const WAITING_MAX = 20
