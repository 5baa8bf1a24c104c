/** How long and how often startup tries, in milliseconds where not said otherwise. */

/** S4: the campaign's clock is asked for this long; then the last known verdict counts. */
export const ACTIVITY_TIMEOUT_MS = 4000
/** How old the last known verdict may be. */
export const VERDICT_MAX_AGE_MS = 24 * 60 * 60 * 1000
/** A page still visible this long after leaving for LINE was not taken over. */
export const STILL_HERE_MS = 1500
/** The same for a login page or a reload, which the browser itself has to fetch. */
export const STILL_HERE_SLOW_MS = 10_000
/** After this long the loading screen says that it takes longer than usual. */
export const SLOW_MS = 10_000
/** LINE's SDK may never answer (init waits for its host app without a limit). */
export const LINE_TIMEOUT_MS = 15_000
/** Sign-in at our own server. */
export const SIGN_IN_TIMEOUT_MS = 20_000

/** A cookie that is gone this long without a word from another tab was not removed by one. */
export const COOKIE_GONE_MS = 1000

/** Signing out and reloading on account of an expired token: this often in that window. */
export const RELOADS_MAX = 2
export const LOOP_WINDOW_MS = 10 * 60 * 1000
/** Leaving for LINE Login and coming back not logged in: this often in the same window. */
export const LOGINS_MAX = 3
/** Leaving for LINE again on a reload within this time would bounce for ever. */
export const BOUNCE_WINDOW_MS = 60_000

/** Between tries in the background: the first wait, doubled each time up to the last. */
export const RETRY_FIRST_MS = 3000
export const RETRY_LAST_MS = 60_000
