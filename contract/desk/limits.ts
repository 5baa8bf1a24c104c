import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'

export const SESSION_MS = 12 * HOUR_MS
export const SESSION_IDLE_MS = HOUR_MS
/** How long calls with `fresh` are accepted after the person used the passkey. */
export const FRESH_MS = 10 * MINUTE_MS
export const INVITATION_MS = 3 * DAY_MS
/** An invitation is revoked after this many wrong codes. */
export const WRONG_CODES_MAX = 5
/** A request must be approved by a second person and carried out within this time. */
export const APPROVAL_MS = DAY_MS
/** After getting access to the desk, a person cannot approve requests for this long. */
export const NEW_ACCESS_MS = DAY_MS
/** How long the desk remembers a browser after sign-in. */
export const DEVICE_MS = 180 * DAY_MS
export const NOTICES_MAX = 100
export const NAME_MAX = 80
export const STAFF_STORES_MAX = 50
export const STORE_CODE_MAX = 40
export const DEVICE_NAME_MAX = 40
/** Longer than any customer's code, so that a wrong code gets an answer instead of an error. */
export const SCANNED_MAX = 500
/** How long after a code was made staff may use it to hand over a reward. The first check allows a minute. */
export const HAND_OVER_MS = 5 * MINUTE_MS
/** After this many wrong numbers, a staff member cannot type numbers until the window ends. */
export const SHORT_CODE_TRIES = 10
export const SHORT_CODE_WINDOW_MS = 15 * MINUTE_MS
/** Maximum number of hand-overs in one call. */
export const SYNC_MAX = 100
/** The night list contains each code's keys for at most this many hours. */
export const NIGHT_KEY_HOURS = 12
/** Staff may load the night list this long before the doors open, and keep it this long afterwards. */
export const NIGHT_MS = DAY_MS
export const DESK_BODY_BYTES = 64 * 1024
/** Large enough for a list of stores. */
export const SET_UP_BODY_BYTES = 8 * 1024 * 1024
/** Maximum length of a beacon's description and value, in characters. */
export const BEACON_MAX = 200
export const NOTE_MAX = 200
export const BLOCK_REASON_MAX = 300
export const SEARCH_MAX = 100
/** Maximum number of tickets drawn by hand in one import. */
export const DRAWN_MAX = 5000
export const TICKET_TEXT_MAX = 60
export const DRAWN_BODY_BYTES = 1024 * 1024
