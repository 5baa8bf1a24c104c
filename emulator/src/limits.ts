import { DAY_MS, MINUTE_MS } from './time.ts'

/** LINE Login v2.1: 10 minutes. */
export const AUTH_CODE_LIFETIME_MS = 10 * MINUTE_MS

/** Measured from the login (LINE Login v2.1: 90 days). */
export const REFRESH_TOKEN_LIFETIME_MS = 90 * DAY_MS

/** Stateless tokens of `POST /oauth2/v3/token`: 15 minutes. */
export const CHANNEL_TOKEN_LIFETIME_S = 900

/** Maximum per `POST /message/v3/share` (spec S9: 1 to 5). */
export const MAX_MESSAGES = 5

/** In characters, for each request or response body in the timeline. */
export const MAX_LOGGED_TEXT = 4_000

export const MAX_LOGGED_REQUESTS = 1_000

/** For each kind of token. The oldest are dropped first. */
export const MAX_ACCESS_TOKENS = 5_000

/** For each kind of window. The oldest are dropped first. */
export const MAX_WINDOWS = 200

export const MAX_STORED_MESSAGES = 1_000

/** The page does not report further jobs to the panel. */
export const MAX_QUEUE_JOBS = 100

/** In characters, for each string in an app's queue. */
export const MAX_QUEUE_TEXT = 200

/** For LINE's hosts and the REST control. The LINE Login API allows 2 MB. */
export const MAX_BODY_BYTES = 2_000_000

/** A sub-window's `waitResult` request stays open this long, then gets the response "error". */
export const WAIT_RESULT_MS = 30_000

/** In characters: base64url of a SHA-256 hash (RFC 7636). */
export const CODE_CHALLENGE_LENGTH = 43

/** Latency of the network kind `slow`, unless the scenario sets a latency. */
export const SLOW_NETWORK_MS = 2_000

/** The network kind `flaky` loses the response to one in this many requests. */
export const FLAKY_EVERY = 3

/** `POST /v2/oauth/accessToken`: 30 days. */
export const SHORT_LIVED_TOKEN_LIFETIME_S = 2_592_000

/** An assertion can request up to 30 days. */
export const MAX_ASSERTED_TOKEN_S = 2_592_000

/** Maximum number of valid tokens per channel. Tokens with a key id and short-lived tokens count separately. */
export const MAX_CHANNEL_TOKENS = 30

/** This value is a guess: LINE states a lifetime although the token does not expire. */
export const LONG_LIVED_TOKEN_S = 31_536_000

/** 30 minutes. */
export const ASSERTION_LIFETIME_S = 1_800

/** LINE remembers a retry key for 24 hours. */
export const RETRY_KEY_LIFETIME_MS = DAY_MS

export const LINK_TOKEN_LIFETIME_MS = 10 * MINUTE_MS

/** One year from the first issue. */
export const NOTIFICATION_TOKEN_LIFETIME_S = 31_536_000

/** A MINI App can send this many messages each time the user uses it. */
export const SERVICE_MESSAGES_PER_SESSION = 5

/** Purchases and webhooks count separately. The oldest are dropped first. */
export const MAX_STORED_ORDERS = 1_000

/** In UTF-16 code units. */
export const MAX_SHOP_PRODUCT_NAME = 20

/** LINE returns webhooks of in-app purchases for 7 days. */
export const PURCHASE_HISTORY_S = 604_800

export const MAX_EVENT_PAGE = 100

/** How long a narrowcast stays in each phase. LINE does not document this. */
export const NARROWCAST_STEP_MS = 1_000

/** Per file that a user sends. LINE allows larger files, but this keeps snapshots small. */
export const MAX_CONTENT_BYTES = 1_000_000

/** Total size of all users' files, in base64 characters. */
export const MAX_CONTENTS_BYTES = 8_000_000

/** A reply token is valid for one minute after the webhook. */
export const REPLY_TOKEN_LIFETIME_MS = MINUTE_MS

/** LINE waits two seconds for the bot's server, then reports `request_timeout`. */
export const WEBHOOK_TIMEOUT_MS = 2_000

export const EXAM_TIMEOUT_MS = 5_000

/** LINE does not document this number. */
export const REDELIVERIES = 3

/** Each redelivery waits this much longer than the previous one. LINE does not document the value. */
export const REDELIVERY_MS = 1_000

/** The panel can list and resend this many webhooks. */
export const MAX_SENT_WEBHOOKS = 50

export const MAX_AUDIENCES = 1_000

export const AUDIENCE_LIFETIME_MS = 180 * DAY_MS

/** How long LINE takes to add users to an audience. LINE does not document this. */
export const AUDIENCE_READY_MS = 1_000

export const MAX_LIFF_APPS = 30

/** How long a fault holds back a webhook if no other webhook follows, unless the fault sets another time. */
export const HELD_WEBHOOK_MS = 5_000

/** The chats and tests can read at least this many send requests. */
export const MAX_STORED_SENDINGS = 50_000

/** Later requests can refer to this many older broadcasts and narrowcasts. */
export const MAX_OLD_CAMPAIGNS = 1_000

export const MAX_MISSION_STICKERS = 1_000
