import { MINUTE_MS } from '#contract/time.ts'

/**
 * Request header. A page sends it with its GET calls if its last input is older than `ATTENDED_MS`. The server does not count
 * such calls as use of the session.
 */
export const UNATTENDED = 'X-Unattended'
/** A page counts as unattended this long after the last key press, click or pointer movement, in milliseconds. */
export const ATTENDED_MS = MINUTE_MS
