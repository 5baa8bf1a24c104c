/** Lifetime of an authorization code, milliseconds (LINE Login v2.1: 10 minutes). */
export const AUTH_CODE_LIFETIME_MS = 600_000

/** Lifetime of a channel access token of `POST /oauth2/v3/token`, seconds (stateless: 15 minutes). */
export const CHANNEL_TOKEN_LIFETIME_S = 900

/** Messages in one `POST /message/v3/share` (spec S9: 1 to 5). */
export const MAX_MESSAGES = 5

/** Characters of a request or response body that the timeline stores. */
export const MAX_LOGGED_TEXT = 4_000

/** Requests that the timeline stores. */
export const MAX_LOGGED_REQUESTS = 1_000

/** Access tokens that are stored; the oldest are dropped first. */
export const MAX_ACCESS_TOKENS = 5_000

/** Share pickers, sub-windows and native screens that are stored, each; the oldest are dropped first. */
export const MAX_WINDOWS = 200

/** Messages that are stored; the oldest are dropped first. */
export const MAX_STORED_MESSAGES = 1_000

/** Maximum size of a request body to a LINE host or the REST control, bytes (LINE Login API: 2 MB). */
export const MAX_BODY_BYTES = 2_000_000

/** How long a sub-window's `waitResult` is held open before it answers "error", milliseconds. */
export const WAIT_RESULT_MS = 30_000

/** Length of the PKCE challenge, characters: base64url of a SHA-256 hash (RFC 7636). */
export const CODE_CHALLENGE_LENGTH = 43

/** Latency of the network kind `slow` if the scenario gives none, milliseconds. */
export const SLOW_NETWORK_MS = 2_000

/** The network kind `flaky` loses the answer of one in this many requests. */
export const FLAKY_EVERY = 3
