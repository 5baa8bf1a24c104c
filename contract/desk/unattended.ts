import { MINUTE_MS } from '#contract/time.ts'

/**
 * Request header on GET calls of a page without input for `ATTENDED_MS`. The server does not count such calls as use of
 * the session.
 */
export const UNATTENDED = 'X-Unattended'
/** Counted from the last key press, click or pointer movement. */
export const ATTENDED_MS = MINUTE_MS
