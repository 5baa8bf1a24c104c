import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { BACKOFF_CAP_MS } from '#src/outbox/limits.ts'

/** Times are in milliseconds. */

/** Spec S4: after this time, startup uses the stored verdict. */
export const ACTIVITY_TIMEOUT_MS = 4000
export const VERDICT_MAX_AGE_MS = DAY_MS
/** If the page is still visible after this time, LINE did not open. */
export const STILL_HERE_MS = 1500
/** Like `STILL_HERE_MS`, but for a login page or a reload, which the browser must load first. */
export const STILL_HERE_SLOW_MS = 10_000
export const SLOW_MS = 10_000
/** Calls to LINE's SDK may never settle: init waits for the LINE app without a limit. */
export const LINE_TIMEOUT_MS = 15_000
/** Longest wait before a retry while the page is visible, unless the server has requested a pause. */
export const RETRY_WITHIN_MS = BACKOFF_CAP_MS.visible
/** Number of retries if LINE responds that it is temporarily unavailable. */
export const LINE_RETRIES = 2
/** LINE's SDK starts after this time, even if the server has not yet decided on the first screen. */
export const LINE_HOLD_MS = 4000
export const SIGN_IN_TIMEOUT_MS = 20_000

/** If the cookie is missing for this long without a sign-out in another tab, the app renews the session. */
export const COOKIE_GONE_MS = 1000

/** Logout-and-reload attempts for an expired LINE token within `LOOP_WINDOW_MS`. */
export const RELOADS_MAX = 2
export const LOOP_WINDOW_MS = 10 * MINUTE_MS
/** Visits to LINE Login without a result within `LOOP_WINDOW_MS`. */
export const LOGINS_MAX = 3
/** Minimum time between two attempts to open LINE; otherwise the page and LINE could open each other endlessly. */
export const BOUNCE_WINDOW_MS = 60_000
