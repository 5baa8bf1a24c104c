import * as v from 'valibot'

const LIFF_ID = /^\d{10}-[0-9A-Za-z]{8,16}$/
const USER_ID = /^U[0-9a-f]{32}$/

const seconds = v.pipe(v.number(), v.integer(), v.minValue(0))
const liffId = v.pipe(v.string(), v.regex(LIFF_ID, '10 digits, "-", 8 to 16 letters or digits'))
export const userIdSchema = v.pipe(v.string(), v.regex(USER_ID, '"U" and 32 hexadecimal digits'))

const scopeSchema = v.picklist(['profile', 'chat_message.write', 'openid', 'email'])
export type Scope = v.InferOutput<typeof scopeSchema>

const user = v.strictObject({
  userId: userIdSchema,
  displayName: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  /** Null: an avatar is drawn at profile.line-scdn.net. */
  pictureUrl: v.optional(v.nullable(v.pipe(v.string(), v.url())), null),
  statusMessage: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(500))), null),
  email: v.optional(v.nullable(v.pipe(v.string(), v.email())), null),
})
export type User = v.InferOutput<typeof user>

const availabilityEntry = v.strictObject({
  permission: v.optional(v.boolean()),
  minVer: v.optional(v.string()),
  unsupportedFromVer: v.optional(v.string()),
  minOsVer: v.optional(v.string()),
})
export type AvailabilityEntry = v.InferOutput<typeof availabilityEntry>

const officialAccount = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^@[0-9A-Za-z._-]{1,40}$/, '"@" and a name such as @campaign')),
  name: v.pipe(v.string(), v.minLength(1)),
})

/** An absolute http(s) address, or a path that is taken on the origin the emulator itself is served from. */
const endpointUrl = v.pipe(
  v.string(),
  v.check(
    text =>
      /^\/(?![/\\])/.test(text)
        ? URL.canParse(text, 'http://localhost')
        : /^https?:/.test(text) && URL.canParse(text),
    'http(s) address or path',
  ),
)

const app = v.strictObject({
  liffId,
  name: v.optional(v.string(), 'LIFF app'),
  /** What `POST /oauth2/v3/token` wants to see; null: any that is not empty. */
  channelSecret: v.optional(v.nullable(v.string()), null),
  endpointUrl: v.optional(endpointUrl, '/'),
  scopes: v.optional(v.array(scopeSchema), ['profile', 'chat_message.write', 'openid', 'email']),
  /**
   * LINE Login's add-friend option: an unticked box on the consent page, or (aggressive) a page of its own after it.
   */
  botPrompt: v.optional(v.picklist(['none', 'normal', 'aggressive']), 'normal'),
  officialAccount: v.optional(v.nullable(officialAccount), null),
  viewType: v.optional(v.picklist(['compact', 'tall', 'full']), 'full'),
  /** Entries as LINE sends them; one given here replaces the default's fields, null removes the entry. */
  availability: v.optional(v.record(v.string(), v.nullable(availabilityEntry)), {}),
  /** Laid over the context LINE would send, field by field; a field that is null is left out. */
  context: v.optional(v.record(v.string(), v.unknown()), {}),
})
export type App = v.InferOutput<typeof app>

const environment = v.strictObject({
  /** liff: LINE's LIFF browser; line-browser: LINE's in-app browser without LIFF; external: any other browser. */
  kind: v.optional(v.picklist(['liff', 'line-browser', 'external']), 'liff'),
  os: v.optional(v.picklist(['android', 'ios', 'ipad', 'web']), 'android'),
  lineVersion: v.optional(
    v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/, 'a version such as 14.11.0')),
    '14.11.0',
  ),
  language: v.optional(v.pipe(v.string(), v.minLength(2)), 'th-TH'),
  /** Whether pages see `navigator.serviceWorker`; LINE's LIFF browser has none. */
  serviceWorker: v.optional(v.boolean(), false),
  /** The phone's appearance, as scripts and LINE's menu colours have it; `system` is the browser's own. */
  colorScheme: v.optional(v.picklist(['light', 'dark', 'system']), 'system'),
  popups: v.optional(v.picklist(['open', 'blocked']), 'open'),
})
export type Environment = v.InferOutput<typeof environment>

const ID_TOKEN_VARIANTS = [
  'badAlg',
  'badKid',
  'badSig',
  'badIss',
  'badAud',
  'expired',
  'garbage',
  'badPayload',
] as const
export type IdTokenVariant = (typeof ID_TOKEN_VARIANTS)[number]

const tokens = v.strictObject({
  idTokenLifetime: v.optional(seconds, 3600),
  accessTokenLifetime: v.optional(seconds, 43_200),
  /** Seconds. Above 0 the phone has kept the tokens of a visit that long ago; new ones are fresh all the same. */
  idTokenAge: v.optional(seconds, 0),
  /** The kept tokens come back at every load, so that logging out and reloading never helps. */
  stuck: v.optional(v.boolean(), false),
  /** Access tokens are revoked once they were verified: the page starts, and every later call is refused. */
  revoked: v.optional(v.boolean(), false),
  /** Access tokens answer as expired from the start. */
  expired: v.optional(v.boolean(), false),
  /** What `verify` says instead of the truth: the scope text, the channel. */
  scope: v.optional(v.nullable(v.string()), null),
  channelId: v.optional(v.nullable(v.string()), null),
  /** ID tokens are issued with this defect. */
  idTokenVariant: v.optional(v.nullable(v.picklist(ID_TOKEN_VARIANTS)), null),
})

const consent = v.strictObject({
  /** What users without an entry in `grants` have agreed to. */
  initially: v.optional(v.picklist(['granted', 'none']), 'granted'),
  /** What a user has agreed to, by user id and LIFF id. */
  grants: v.optional(v.record(v.string(), v.record(v.string(), v.array(scopeSchema))), {}),
  /** How the consent page is answered: by hand, or at once. */
  answer: v.optional(v.picklist(['ask', 'allow', 'deny']), 'ask'),
  /** What `unauthorizedPermissions` answers instead of what is missing. */
  unauthorized: v.optional(v.nullable(v.array(v.string())), null),
})

export const faultSchema = v.strictObject({
  id: v.optional(v.string()),
  /** Exact host; left out: every host. */
  host: v.optional(v.string()),
  /** Exact path, or a beginning that ends in `*`; left out: every path. */
  path: v.optional(v.string()),
  /** Regular expression on `host/path`, in place of host and path. */
  pattern: v.optional(
    v.pipe(
      v.string(),
      v.check(text => {
        try {
          return Boolean(new RegExp(text))
        } catch {
          return false
        }
      }, 'a regular expression'),
    ),
  ),
  method: v.optional(v.picklist(['GET', 'POST', 'PUT', 'DELETE'])),
  /** How many requests it strikes; left out: all, until it is deleted. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Answer with this status. Without `body` or `raw` a body such as LINE's. */
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  body: v.optional(v.unknown()),
  raw: v.optional(v.string()),
  /** Wait first, milliseconds. */
  latencyMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000))),
  /** Never answer, until the caller gives up or the fault is deleted. */
  hang: v.optional(v.boolean()),
  /** Break the connection. `after`: once LINE has done its work, so that the answer alone is lost. */
  drop: v.optional(v.picklist(['before', 'after'])),
})
export type Fault = v.InferOutput<typeof faultSchema>

const network = v.strictObject({
  kind: v.optional(v.picklist(['online', 'slow', 'lie-fi', 'flaky', 'offline']), 'online'),
  /** Added to every answer, milliseconds; `slow` without it is 2000. */
  latencyMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)), 0),
  /** `flaky` loses the same requests' answers for the same seed; null: every third. */
  seed: v.optional(v.nullable(v.pipe(v.number(), v.integer())), null),
})

const clock = v.strictObject({
  /** LINE's time stands still here, ms since 1970; null: it runs. */
  frozenAt: v.optional(v.nullable(v.number()), null),
  /** How far a running LINE clock is ahead of the real one, milliseconds. */
  advanceMs: v.optional(v.number(), 0),
  /** How far the phone's clock is ahead of LINE's, milliseconds. */
  skewMs: v.optional(v.number(), 0),
})

const calendarEvent = v.strictObject({
  title: v.string(),
  /** ms since 1970. */
  startTime: v.number(),
  endTime: v.number(),
  isAllDay: v.optional(v.boolean(), false),
})

/** What LINE's own screens do: wait for a person, or answer at once as given here. */
const screens = v.strictObject({
  sharePicker: v.optional(v.picklist(['ask', 'send', 'cancel']), 'ask'),
  /** The text a scanned code has; null: a person types it, or cancels. */
  scanner: v.optional(v.nullable(v.string()), null),
  payment: v.optional(v.picklist(['ask', 'pay', 'cancel']), 'ask'),
  shortcut: v.optional(v.picklist(['ask', 'add', 'cancel']), 'ask'),
})

/** What LINE and the phone hand to an app that may ask for it. */
const device = v.strictObject({
  advertisingId: v.optional(v.string(), '38400000-8cf0-11bd-b23e-10b96e40000d'),
  /** Prices of products, by id; a product that is not named here costs 35 baht. */
  products: v.optional(v.record(v.string(), v.string()), {}),
  calendar: v.optional(v.array(calendarEvent), []),
  /** Pushed to the page as it starts; null: nothing is. */
  callState: v.optional(v.unknown(), null),
  recordingState: v.optional(v.unknown(), null),
})

/** The whole emulated LINE as one JSON. Every field but the name may be left out. */
export const scenarioSchema = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1)),
  title: v.optional(v.string(), ''),
  description: v.optional(v.string(), ''),
  users: v.pipe(v.array(user), v.minLength(1)),
  /** The user whose LINE it is. */
  user: userIdSchema,
  apps: v.pipe(v.array(app), v.minLength(1)),
  /** Towards the apps' official account, by user id; a user without an entry is no friend. */
  friendships: v.optional(v.record(v.string(), v.picklist(['friend', 'none', 'blocked'])), {}),
  environment: v.optional(environment, {}),
  tokens: v.optional(tokens, {}),
  consent: v.optional(consent, {}),
  faults: v.optional(v.array(faultSchema), []),
  network: v.optional(network, {}),
  clock: v.optional(clock, {}),
  screens: v.optional(screens, {}),
  device: v.optional(device, {}),
  /** The app's own; the emulator carries it and never looks inside. */
  app: v.optional(v.unknown(), null),
})
export type Scenario = v.InferOutput<typeof scenarioSchema>
export type ScenarioInput = v.InferInput<typeof scenarioSchema>
export type Friendship = Scenario['friendships'][string]
