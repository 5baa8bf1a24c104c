import { MINUTE_MS } from '#contract/time.ts'

/**
 * Header of GET calls from a page that has had no user input for `ATTENDED_MS`. Such calls do not keep the session
 * alive.
 */
export const UNATTENDED = 'X-Unattended'
/** Measured from the last key press, click or pointer movement. */
export const ATTENDED_MS = MINUTE_MS
