import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'

/** A session ends this long after the sign-in, in milliseconds. */
export const SESSION_MS = 12 * HOUR_MS
/** A session ends after this long without a call, in milliseconds. */
export const SESSION_IDLE_MS = HOUR_MS
/** How long after a use of the passkey a call with `fresh` is accepted, in milliseconds. */
export const FRESH_MS = 10 * MINUTE_MS
/** How long an invitation is valid, in milliseconds. */
export const INVITATION_MS = 3 * DAY_MS
/** Number of wrong codes that end an invitation. */
export const WRONG_CODES_MAX = 5
/** How long a request for a second person can be decided, and then carried out, in milliseconds. */
export const APPROVAL_MS = DAY_MS
/** How long after access was given at the desk a person cannot approve, in milliseconds. */
export const NEW_ACCESS_MS = DAY_MS
/** How long after a sign-in the desk remembers its browser, in milliseconds. */
export const DEVICE_MS = 180 * DAY_MS
/** Maximum number of notices that a page shows. */
export const NOTICES_MAX = 100
/** Maximum length of a person's name in characters. */
export const NAME_MAX = 80
/** Maximum size of a JSON body in bytes. */
export const DESK_BODY_BYTES = 64 * 1024
/** Maximum size of a change of the set-up in bytes. It can contain a list of stores. */
export const SET_UP_BODY_BYTES = 8 * 1024 * 1024
/** Maximum length of a beacon's description and value in characters. */
export const BEACON_MAX = 200
/** Maximum length of a note to the customer in characters. */
export const NOTE_MAX = 200
/** Maximum length of the reason for blocking a customer, in characters. */
export const BLOCK_REASON_MAX = 300
/** Maximum length of a search text, in characters. */
export const SEARCH_MAX = 100
/** Maximum number of tickets drawn by hand that the desk imports. */
export const DRAWN_MAX = 5000
/** Maximum length of a drawn ticket as typed or scanned, in characters. */
export const TICKET_TEXT_MAX = 60
/** Maximum size of a file or a list of drawn tickets in bytes. */
export const DRAWN_BODY_BYTES = 1024 * 1024
