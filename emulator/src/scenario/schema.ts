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
  /** Null: the emulated profile.line-scdn.net generates an avatar. */
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

/** An absolute http(s) URL, or a path on the origin that serves the emulator. */
const endpointUrl = v.pipe(
  v.string(),
  v.check(
    text =>
      /^\/(?![/\\])/.test(text)
        ? URL.canParse(text, 'http://localhost')
        : /^https?:/.test(text) && URL.canParse(text),
    'http(s) URL or path',
  ),
)

const app = v.strictObject({
  liffId,
  name: v.optional(v.string(), 'LIFF app'),
  /** Secret that `POST /oauth2/v3/token` requires; null accepts any non-empty one. */
  channelSecret: v.optional(v.nullable(v.string()), null),
  endpointUrl: v.optional(endpointUrl, '/'),
  scopes: v.optional(v.array(scopeSchema), ['profile', 'chat_message.write', 'openid', 'email']),
  /**
   * LINE Login's add-friend option. `normal`: an unticked checkbox on the consent page; `aggressive`: a separate page
   * after it.
   */
  botPrompt: v.optional(v.picklist(['none', 'normal', 'aggressive']), 'normal'),
  officialAccount: v.optional(v.nullable(officialAccount), null),
  viewType: v.optional(v.picklist(['compact', 'tall', 'full']), 'full'),
  /** Changes to `context.availability`: an entry overrides the fields of the default entry, null removes it. */
  availability: v.optional(v.record(v.string(), v.nullable(availabilityEntry)), {}),
  /** Changes to the context that LINE sends, field by field; null removes a field. */
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
  /** True if pages have `navigator.serviceWorker`. LINE's LIFF browser does not have it. */
  serviceWorker: v.optional(v.boolean(), false),
  /** The phone's colour scheme for scripts and for LINE's menu colours; `system` uses the browser's. */
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
  /** Age in seconds of the tokens that the phone stored on an earlier visit; 0: no earlier visit. New tokens are fresh. */
  idTokenAge: v.optional(seconds, 0),
  /** Restore the stored tokens at every page load, so that logging out and reloading never helps. */
  stuck: v.optional(v.boolean(), false),
  /** Revoke each access token after its first verification: the page starts, and every later call is refused. */
  revoked: v.optional(v.boolean(), false),
  /** Treat access tokens as expired from the start. */
  expired: v.optional(v.boolean(), false),
  /** Scope that `verify` returns instead of the real one. */
  scope: v.optional(v.nullable(v.string()), null),
  /** Channel ID that `verify` returns instead of the real one. */
  channelId: v.optional(v.nullable(v.string()), null),
  /** Defect of every issued ID token. */
  idTokenVariant: v.optional(v.nullable(v.picklist(ID_TOKEN_VARIANTS)), null),
})

const consent = v.strictObject({
  /** Consent of users without an entry in `grants`: all scopes, or none. */
  initially: v.optional(v.picklist(['granted', 'none']), 'granted'),
  /** Granted scopes by user ID and LIFF ID. */
  grants: v.optional(v.record(v.string(), v.record(v.string(), v.array(scopeSchema))), {}),
  /** `ask`: show the consent page; `allow` and `deny`: answer it automatically. */
  answer: v.optional(v.picklist(['ask', 'allow', 'deny']), 'ask'),
  /** Value that `unauthorizedPermissions` returns instead of the scopes that are really missing. */
  unauthorized: v.optional(v.nullable(v.array(v.string())), null),
})

export const faultSchema = v.strictObject({
  id: v.optional(v.string()),
  /** Exact host. Default: every host. */
  host: v.optional(v.string()),
  /** Exact path, or a prefix followed by `*`. Default: every path. */
  path: v.optional(v.string()),
  /** Regular expression that is matched against `host/path`. Replaces `host` and `path`. */
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
  /** Number of requests to fail. Default: every matching request until the fault is deleted. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Status of the response. Without `body` or `raw`, the body looks like LINE's error responses. */
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  body: v.optional(v.unknown()),
  raw: v.optional(v.string()),
  /** Delay before the response, in milliseconds. */
  latencyMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000))),
  /** Keep the request open until the caller gives up or the fault is deleted. */
  hang: v.optional(v.boolean()),
  /** Break the connection before LINE processes the request, or after, so that only the response is lost. */
  drop: v.optional(v.picklist(['before', 'after'])),
})
export type Fault = v.InferOutput<typeof faultSchema>

const network = v.strictObject({
  kind: v.optional(v.picklist(['online', 'slow', 'lie-fi', 'flaky', 'offline']), 'online'),
  /** Delay added to every response, in milliseconds. `slow` with 0 uses 2000. */
  latencyMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)), 0),
  /** Seed that selects which responses `flaky` loses; null: every third one. */
  seed: v.optional(v.nullable(v.pipe(v.number(), v.integer())), null),
})

const clock = v.strictObject({
  /** Time at which LINE's clock is stopped, in ms since 1970; null: the clock runs. */
  frozenAt: v.optional(v.nullable(v.number()), null),
  /** Offset of LINE's running clock from real time, in milliseconds. */
  advanceMs: v.optional(v.number(), 0),
  /** Offset of the phone's clock from LINE's, in milliseconds. */
  skewMs: v.optional(v.number(), 0),
})

const calendarEvent = v.strictObject({
  title: v.string(),
  /** ms since 1970. */
  startTime: v.number(),
  endTime: v.number(),
  isAllDay: v.optional(v.boolean(), false),
})

/** Behaviour of LINE's native screens: `ask` shows the screen to the user, any other value answers it automatically. */
const screens = v.strictObject({
  sharePicker: v.optional(v.picklist(['ask', 'send', 'cancel']), 'ask'),
  /** Text of the scanned code; null: the user types it or cancels. */
  scanner: v.optional(v.nullable(v.string()), null),
  payment: v.optional(v.picklist(['ask', 'pay', 'cancel']), 'ask'),
  shortcut: v.optional(v.picklist(['ask', 'add', 'cancel']), 'ask'),
})

/** Data of LINE and the phone that an app can request. */
const device = v.strictObject({
  advertisingId: v.optional(v.string(), '38400000-8cf0-11bd-b23e-10b96e40000d'),
  /** Prices by product ID. Other products cost ฿35.00. */
  products: v.optional(v.record(v.string(), v.string()), {}),
  calendar: v.optional(v.array(calendarEvent), []),
  /** Data of the `activityCallStateChange` event that LINE sends when the page starts; null: no event. */
  callState: v.optional(v.unknown(), null),
  /** Data of the `activityRecordingStateChange` event that LINE sends when the page starts; null: no event. */
  recordingState: v.optional(v.unknown(), null),
})

/** Schema of a scenario: one emulated situation as JSON. */
export const scenarioSchema = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1)),
  title: v.optional(v.string(), ''),
  description: v.optional(v.string(), ''),
  users: v.pipe(v.array(user), v.minLength(1)),
  /** User who is signed in on the phone. */
  user: userIdSchema,
  apps: v.pipe(v.array(app), v.minLength(1)),
  /** Friendship with the apps' official account by user ID. Default: `none`. */
  friendships: v.optional(v.record(v.string(), v.picklist(['friend', 'none', 'blocked'])), {}),
  environment: v.optional(environment, {}),
  tokens: v.optional(tokens, {}),
  consent: v.optional(consent, {}),
  faults: v.optional(v.array(faultSchema), []),
  network: v.optional(network, {}),
  clock: v.optional(clock, {}),
  screens: v.optional(screens, {}),
  device: v.optional(device, {}),
  /** Data for the app under test. The emulator stores it and does not read it. */
  app: v.optional(v.unknown(), null),
})
export type Scenario = v.InferOutput<typeof scenarioSchema>
export type ScenarioInput = v.InferInput<typeof scenarioSchema>
export type Friendship = Scenario['friendships'][string]
