import { BACKOFF_CAP_MS } from '#src/outbox/limits.ts'

/** Time limits and retry limits of startup. Times are in milliseconds. */

/** Spec S4: how long startup waits for the activity call before it uses the stored verdict. */
export const ACTIVITY_TIMEOUT_MS = 4000
/** Maximum age of a stored verdict, which says whether the campaign is open. */
export const VERDICT_MAX_AGE_MS = 24 * 60 * 60 * 1000
/** If the page is still visible this long after the app tried to open LINE, LINE did not open. */
export const STILL_HERE_MS = 1500
/**
 * If the page is still visible this long after the app opened a login page or reloaded, the network is down.
 * The limit is higher because the browser has to load a page.
 */
export const STILL_HERE_SLOW_MS = 10_000
/** After this time, the loading screen says that loading takes longer than usual. */
export const SLOW_MS = 10_000
/**
 * Time limit for calls to LINE's SDK, which may never settle: its init waits for the LINE app without a
 * limit.
 */
export const LINE_TIMEOUT_MS = 15_000
/** While the page is visible, startup tries again within this time, unless the server has asked it to wait. */
export const RETRY_WITHIN_MS = BACKOFF_CAP_MS.visible
/** How often a call to LINE is retried with backoff if LINE responds that it cannot answer now. */
export const LINE_RETRIES = 2
/** LINE's SDK starts after this time, even if the server has not decided yet which screen appears first. */
export const LINE_HOLD_MS = 4000
/** Time limit for login and registration calls to our server. */
export const SIGN_IN_TIMEOUT_MS = 20_000

/**
 * If the token cookie stays missing this long and no other tab has reported a sign-out, the app renews the
 * session.
 */
export const COOKIE_GONE_MS = 1000

/** Maximum number of logout-and-reload attempts for an expired LINE token within `LOOP_WINDOW_MS`. */
export const RELOADS_MAX = 2
export const LOOP_WINDOW_MS = 10 * 60 * 1000
/** Maximum number of visits to LINE Login without a result within `LOOP_WINDOW_MS`. */
export const LOGINS_MAX = 3
/**
 * Minimum time between two attempts to open LINE, because the page and LINE could otherwise open each other
 * endlessly.
 */
export const BOUNCE_WINDOW_MS = 60_000
