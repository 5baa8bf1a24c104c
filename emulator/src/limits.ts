/** Lifetime of an authorization code, milliseconds (LINE Login v2.1: 10 minutes). */
export const AUTH_CODE_LIFETIME_MS = 600_000

/** Lifetime of a refresh token, milliseconds from the login (LINE Login v2.1: 90 days). */
export const REFRESH_TOKEN_LIFETIME_MS = 7_776_000_000

/**
 * Lifetime in seconds of the stateless channel access token that `POST /oauth2/v3/token` issues (15 minutes).
 */
export const CHANNEL_TOKEN_LIFETIME_S = 900

/** Maximum number of messages in one `POST /message/v3/share` (spec S9: 1 to 5). */
export const MAX_MESSAGES = 5

/** Maximum number of characters that the timeline stores of each request or response body. */
export const MAX_LOGGED_TEXT = 4_000

/** Maximum number of requests in the timeline. */
export const MAX_LOGGED_REQUESTS = 1_000

/** Maximum number each of stored access, refresh and channel tokens. The oldest are dropped first. */
export const MAX_ACCESS_TOKENS = 5_000

/**
 * Maximum number each of stored share pickers, sub-windows and native screens. The oldest are dropped first.
 */
export const MAX_WINDOWS = 200

/** Maximum number of stored messages. The oldest are dropped first. */
export const MAX_STORED_MESSAGES = 1_000

/** Maximum number of jobs of an app's queue that the panel shows; the page reports no others. */
export const MAX_QUEUE_JOBS = 100

/** Maximum number of characters of each text in an app's queue. */
export const MAX_QUEUE_TEXT = 200

/** Maximum size of a request body to a LINE host or the REST control, bytes (LINE Login API: 2 MB). */
export const MAX_BODY_BYTES = 2_000_000

/** Milliseconds that a `waitResult` request for a sub-window stays open before the response is "error". */
export const WAIT_RESULT_MS = 30_000

/** Length of the PKCE challenge, characters: base64url of a SHA-256 hash (RFC 7636). */
export const CODE_CHALLENGE_LENGTH = 43

/** Latency in milliseconds of the network kind `slow` if the scenario does not specify one. */
export const SLOW_NETWORK_MS = 2_000

/** The network kind `flaky` loses the response to one in this many requests. */
export const FLAKY_EVERY = 3

/** Lifetime in seconds of the channel access token of `POST /v2/oauth/accessToken` (30 days). */
export const SHORT_LIVED_TOKEN_LIFETIME_S = 2_592_000

/** Longest lifetime in seconds that an assertion can ask for its channel access token (30 days). */
export const MAX_ASSERTED_TOKEN_S = 2_592_000

/** Most valid tokens of a channel: of those with a key id, and of short-lived ones. */
export const MAX_CHANNEL_TOKENS = 30

/** Lifetime in seconds that LINE states for the long-lived token, which does not expire (a year). A guess. */
export const LONG_LIVED_TOKEN_S = 31_536_000

/** Longest lifetime of a client assertion, seconds (30 minutes). */
export const ASSERTION_LIFETIME_S = 1_800

/** Time in milliseconds for which LINE remembers a retry key (24 hours). */
export const RETRY_KEY_LIFETIME_MS = 86_400_000

/** Lifetime of a link token, milliseconds (10 minutes). */
export const LINK_TOKEN_LIFETIME_MS = 600_000

/** Lifetime of a service notification token, seconds from its first issue (one year). */
export const NOTIFICATION_TOKEN_LIFETIME_S = 31_536_000

/** Number of service messages that a MINI App may send for one use by the user. */
export const SERVICE_MESSAGES_PER_SESSION = 5

/** Maximum number of stored in-app purchases and of their webhooks. The oldest are dropped first. */
export const MAX_STORED_ORDERS = 1_000

/** Maximum length of an item's name in the purchase history, UTF-16 code units. */
export const MAX_SHOP_PRODUCT_NAME = 20

/** Time in seconds for which LINE returns webhooks of in-app purchases (7 days). */
export const PURCHASE_HISTORY_S = 604_800

/** Maximum number of webhooks in one page of the history of in-app purchases. */
export const MAX_EVENT_PAGE = 100

/** How long a narrowcast stays in each phase before it succeeds, in milliseconds. LINE does not document this time. */
export const NARROWCAST_STEP_MS = 1_000

/** Maximum size of a file that a user sends in the chat, bytes. LINE allows more; the emulator keeps its snapshots small. */
export const MAX_CONTENT_BYTES = 1_000_000

/** Maximum size of all files that users have sent, as base64, characters. The oldest are deleted first. */
export const MAX_CONTENTS_BYTES = 8_000_000

/** Time in milliseconds for which a reply token works (one minute after the webhook). */
export const REPLY_TOKEN_LIFETIME_MS = 60_000

/** Time in milliseconds that a bot's server has to answer a webhook (LINE: two seconds, then `request_timeout`). */
export const WEBHOOK_TIMEOUT_MS = 2_000

/** Time in milliseconds after which the bot exam gives up a webhook. */
export const EXAM_TIMEOUT_MS = 5_000

/** How many times a webhook is redelivered. LINE does not document the number. */
export const REDELIVERIES = 3

/** Delay before the first redelivery, in milliseconds. Each further delay is longer by the same time. LINE does not document it. */
export const REDELIVERY_MS = 1_000

/** Maximum number of webhooks to the bot's server that the panel can list and send again. The oldest are dropped first. */
export const MAX_SENT_WEBHOOKS = 50

/** Most audiences of a channel. */
export const MAX_AUDIENCES = 1_000

/** Lifetime of an audience, milliseconds (180 days). */
export const AUDIENCE_LIFETIME_MS = 15_552_000_000

/** How long LINE adds users to an audience, in milliseconds. LINE does not document this time. */
export const AUDIENCE_READY_MS = 1_000

/** Most LIFF apps of a channel. */
export const MAX_LIFF_APPS = 30

/** How long a fault holds a webhook back if no other webhook follows, in milliseconds. A fault can set another time. */
export const HELD_WEBHOOK_MS = 5_000

/** Number of requests to send messages that are stored at least, for the chats and for tests. The oldest are dropped first. */
export const MAX_STORED_SENDINGS = 50_000

/** Maximum number of older broadcasts and narrowcasts, to which later requests can refer. The oldest are dropped first. */
export const MAX_OLD_CAMPAIGNS = 1_000

/** Maximum number of stored mission stickers. The oldest are dropped first. */
export const MAX_MISSION_STICKERS = 1_000
