/** Time limits and retry limits of startup, in milliseconds unless noted. */

/** S4: how long startup waits for the activity call before it uses the stored verdict. */
export const ACTIVITY_TIMEOUT_MS = 4000
/** Maximum age of a stored verdict. */
export const VERDICT_MAX_AGE_MS = 24 * 60 * 60 * 1000
/** If the page is still visible this long after opening LINE, LINE did not open. */
export const STILL_HERE_MS = 1500
/** The same for a login page or a reload, which the browser has to load over the network. */
export const STILL_HERE_SLOW_MS = 10_000
/** The loading screen says that loading takes longer than usual after this time. */
export const SLOW_MS = 10_000
/**
 * Time limit for calls to LINE's SDK, which may never answer: init waits for its host app without a limit.
 */
export const LINE_TIMEOUT_MS = 15_000
/** Time limit for login and registration calls to our server. */
export const SIGN_IN_TIMEOUT_MS = 20_000

/** If the cookie stays missing this long and no other tab has reported a sign-out, the session is renewed. */
export const COOKIE_GONE_MS = 1000

/** Maximum number of logout-and-reload attempts for an expired token within the window below. */
export const RELOADS_MAX = 2
export const LOOP_WINDOW_MS = 10 * 60 * 1000
/** Maximum number of visits to LINE Login without a result within the same window. */
export const LOGINS_MAX = 3
/**
 * The page does not open LINE a second time within this time, because page and LINE could open each other
 * endlessly.
 */
export const BOUNCE_WINDOW_MS = 60_000

/** Delays between background retries: the first one, doubled each time up to the last. */
export const RETRY_FIRST_MS = 3000
export const RETRY_LAST_MS = 60_000
