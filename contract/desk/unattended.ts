import { MINUTE_MS } from '#contract/time.ts'

/**
 * Request header on GET calls from a page without user input for `ATTENDED_MS`. Such calls do not keep the session
 * alive.
 */
export const UNATTENDED = 'X-Unattended'
/** Measured from the last key press, click or pointer movement. */
export const ATTENDED_MS = MINUTE_MS
