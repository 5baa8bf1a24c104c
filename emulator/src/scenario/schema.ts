import * as v from 'valibot'
import { COMMON_PROFILE_SCOPES } from './common-profile.ts'
import { faultSchema } from './fault-schema.ts'
import { liffIdSchema } from './liff-id-schema.ts'
import { messagingSchema, userIdSchema } from './messaging-schema.ts'
import { miniAppSchema } from './mini-app-schema.ts'
import { userSchema } from './user-schema.ts'
import { matching, nonEmpty, orNull, whole } from './values.ts'

export { liffIdSchema, userIdSchema }

/** The longest duration in a scenario. `Date` may not be able to represent longer ones. */
const FIFTY_YEARS_S = 50 * 365.25 * 24 * 60 * 60
/** The latest time that `Date` can represent, in ms since 1970. The earliest is its negative. */
const LAST_DATE = 8.64e15

export const seconds = whole(0, FIFTY_YEARS_S)
const time = v.pipe(v.number(), v.minValue(-LAST_DATE), v.maxValue(LAST_DATE))
const version = matching(/^\d+\.\d+\.\d+$/, 'a version such as 14.11.0')
const minimum = matching(/^\d+(\.\d+){0,2}$/, 'a version such as 14.11.0 or 14.3')

const SCOPES = ['profile', 'chat_message.write', 'openid', 'email'] as const
const scopeSchema = v.picklist([...SCOPES, ...COMMON_PROFILE_SCOPES])
export type Scope = v.InferOutput<typeof scopeSchema>
const refusableScope = v.picklist(['chat_message.write', 'email', ...COMMON_PROFILE_SCOPES])

export type User = v.InferOutput<typeof userSchema>
export type Group = v.InferOutput<typeof messagingSchema>['groups'][number]

const availabilityEntry = v.strictObject({
  permission: v.optional(v.boolean()),
  minVer: v.optional(minimum),
  unsupportedFromVer: v.optional(minimum),
  minOsVer: v.optional(minimum),
})
export type AvailabilityEntry = v.InferOutput<typeof availabilityEntry>

/** An absolute HTTP(S) URL, or a path on the emulator's origin. */
export const endpointUrlSchema = v.pipe(
  v.string(),
  v.check(
    text =>
      /^\/(?![/\\])/.test(text)
        ? URL.canParse(text, 'http://localhost')
        : /^https?:/.test(text) && URL.canParse(text),
    'http(s) URL or path',
  ),
)

export const officialAccountSchema = v.strictObject({
  id: matching(/^@[0-9A-Za-z._-]{1,40}$/, '"@" and a name such as @campaign'),
  name: nonEmpty,
  /** A path is resolved against the app's URL. If null, the emulator draws a picture. */
  pictureUrl: orNull(endpointUrlSchema),
})

const inAppPurchase = v.strictObject({
  /** URL of the MINI App's server for LINE's purchase webhooks. If null, LINE rejects reservations. */
  webhook: orNull(v.pipe(v.string(), v.url())),
  /** Products on sale; null if every product is on sale. */
  productIds: orNull(v.array(v.string())),
  /**
   * `send`: LINE sends a payment's webhook immediately. `hold`: LINE sends it when the REST control settles the order.
   * `lose`: no webhook is sent, and the history lists it as failed.
   */
  webhookDelivery: v.optional(v.picklist(['send', 'hold', 'lose']), 'send'),
})

const app = v.strictObject({
  liffId: liffIdSchema,
  name: v.optional(v.string(), 'LIFF app'),
  /**
   * Secret for the token endpoints and the ID tokens of web logins. If null, LINE accepts any non-empty secret, and
   * signs with the one sent last.
   */
  channelSecret: orNull(v.string()),
  /**
   * Callback URLs for web logins, without their query. A path is accepted on every origin of this machine. If null,
   * LINE accepts every URL on this machine and the app's own origin.
   */
  callbackUrls: orNull(v.array(endpointUrlSchema)),
  endpointUrl: v.optional(endpointUrlSchema, '/'),
  scopes: v.optional(v.array(scopeSchema), ['profile', 'chat_message.write', 'openid', 'email']),
  /**
   * LINE Login's add-friend option. `normal` is an unticked checkbox on the consent page; `aggressive` is a separate
   * page after it.
   */
  botPrompt: v.optional(v.picklist(['none', 'normal', 'aggressive']), 'normal'),
  officialAccount: orNull(officialAccountSchema),
  viewType: v.optional(v.picklist(['compact', 'tall', 'full']), 'full'),
  /** Changes to `context.availability`. An entry overrides fields of the default one; null removes it. */
  availability: v.optional(v.record(v.string(), v.nullable(availabilityEntry)), {}),
  /** Changes to the fields of LINE's context; null removes a field. */
  context: v.optional(v.record(v.string(), v.unknown()), {}),
  /** Parameter names of each service message template. If null, the app may not send service messages. */
  serviceMessages: orNull(v.record(v.string(), v.array(v.string()))),
  /** Null for a LIFF app on a LINE Login channel. */
  miniApp: orNull(miniAppSchema),
  /** In-app purchases that LINE approved for this MINI App; null if there are none. */
  inAppPurchase: orNull(inAppPurchase),
})
export type App = v.InferOutput<typeof app>

const environment = v.strictObject({
  /** `line-browser` is LINE's in-app browser without LIFF, and `external` any browser outside LINE. */
  kind: v.optional(v.picklist(['liff', 'line-browser', 'external']), 'liff'),
  os: v.optional(v.picklist(['android', 'ios', 'ipad', 'web']), 'android'),
  lineVersion: v.optional(version, '14.11.0'),
  language: v.optional(
    matching(/^[A-Za-z]{2,3}(-[0-9A-Za-z]{2,8})*$/, 'a language such as th-TH or en'),
    'th-TH',
  ),
  /** If true, pages have `navigator.serviceWorker`, which LINE's LIFF browser lacks. */
  serviceWorker: v.optional(v.boolean(), false),
  /** Colour scheme for scripts and LINE's menu. `system` follows the browser that runs the emulator. */
  colorScheme: v.optional(v.picklist(['light', 'dark', 'system']), 'system'),
  popups: v.optional(v.picklist(['open', 'blocked']), 'open'),
  /** The referrer after LINE Login, which the SDK reads on Android. `none` means that LINE's app opened a new tab. */
  loginReferrer: v.optional(v.picklist(['access.line.me', 'android-app', 'none']), 'access.line.me'),
  /** `other`: LINE Login returns to another browser of the phone, without the app's storage and cookies. */
  loginBrowser: v.optional(v.picklist(['same', 'other']), 'same'),
  /** `lost`: the browser loses the app's cookies, but no other storage, when the user returns from LINE. */
  cookies: v.optional(v.picklist(['kept', 'lost']), 'kept'),
  /** `full`: the phone has no space left, so the app's pages cannot write to IndexedDB or caches. */
  storage: v.optional(v.picklist(['free', 'full']), 'free'),
  /**
   * How a web login signs the user in. `auto` shows no screen, as on a phone with LINE. `sso` shows a single button,
   * because the browser has a session. `password` asks for email address and password.
   */
  webLogin: v.optional(v.picklist(['auto', 'sso', 'password']), 'auto'),
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

const SCOPES_TEXT = `scopes separated by spaces, of ${SCOPES.join(', ')}`
/** Also accepts two values that test how the app parses scopes: `%20` as the separator, and `profile.full`. */
const areScopes = (text: string) =>
  text === '' ||
  text
    .split(/ |%20/)
    .every(name => [...SCOPES, 'commonprofile'].some(scope => name === scope || name.startsWith(`${scope}.`)))

const tokens = v.strictObject({
  idTokenLifetime: v.optional(seconds, 3600),
  accessTokenLifetime: v.optional(seconds, 43_200),
  webAccessTokenLifetime: v.optional(seconds, 2_592_000),
  /** `expired` and `used` codes cannot be exchanged for tokens. */
  authorizationCode: v.optional(v.picklist(['valid', 'expired', 'used']), 'valid'),
  /** Age in seconds of the tokens from an earlier visit; 0 if none are stored. Later tokens are not affected. */
  idTokenAge: v.optional(seconds, 0),
  /** Restores the stored tokens on every page load, so that logging out has no lasting effect. */
  stuck: v.optional(v.boolean(), false),
  /** Revokes each access token after its first verification: the app starts, but every later call fails. */
  revoked: v.optional(v.boolean(), false),
  /** Access tokens are already expired when they are issued. */
  expired: v.optional(v.boolean(), false),
  /**
   * Scopes of every access token, separated by spaces, in place of the granted scopes. LINE rejects calls whose scope
   * is missing, and new ID tokens contain only the data for these scopes.
   */
  scope: orNull(v.pipe(v.string(), v.check(areScopes, SCOPES_TEXT))),
  /** Returned by `verify` instead of the token's real channel ID. */
  channelId: orNull(v.string()),
  /** The defect that every issued ID token has; null if ID tokens are valid. */
  idTokenVariant: orNull(v.picklist(ID_TOKEN_VARIANTS)),
})

const consent = v.strictObject({
  /** Scopes of users without an entry in `grants`: all scopes (`granted`) or none. */
  initially: v.optional(v.picklist(['granted', 'none']), 'granted'),
  /** Scopes refused by users without an entry in `grants`. `profile` and `openid` cannot be refused. */
  refused: v.optional(v.array(refusableScope), []),
  /** Granted scopes by user ID and LIFF ID. */
  grants: v.optional(v.record(v.string(), v.record(v.string(), v.array(scopeSchema))), {}),
  /** `ask` shows the consent page to the user; `allow` and `deny` answer it automatically. */
  answer: v.optional(v.picklist(['ask', 'allow', 'deny']), 'ask'),
  /** Returned by `unauthorizedPermissions` instead of the actually missing scopes. */
  unauthorized: orNull(v.array(scopeSchema)),
})

const network = v.strictObject({
  kind: v.optional(v.picklist(['online', 'slow', 'lie-fi', 'flaky', 'offline']), 'online'),
  /** Delay of every response, in ms. If 0, the network `slow` uses 2000. */
  latencyMs: v.optional(whole(0, 600_000), 0),
  /** Seed that selects the responses lost by the network `flaky`. If null, every third one is lost. */
  seed: orNull(v.pipe(v.number(), v.integer())),
})

const clock = v.strictObject({
  /** Time at which LINE's clock is stopped, in ms since 1970; null if it is running. */
  frozenAt: orNull(v.number()),
  /** Offset of LINE's running clock from real time, in ms. */
  advanceMs: v.optional(v.number(), 0),
  /** Offset of the phone's clock from LINE's, in ms. */
  skewMs: v.optional(v.number(), 0),
})

const calendarEvent = v.strictObject({
  title: v.string(),
  /** In ms since 1970. */
  startTime: time,
  endTime: time,
  isAllDay: v.optional(v.boolean(), false),
})

/** LINE's native screens. `ask` shows the screen to the user; any other value answers it automatically. */
const screens = v.strictObject({
  sharePicker: v.optional(v.picklist(['ask', 'send', 'cancel']), 'ask'),
  /** The screen that fills in a MINI App's form from the common profile. */
  quickFill: v.optional(v.picklist(['ask', 'fill', 'cancel']), 'ask'),
  /** Text of the scanned code. If null, the user types the text or cancels. */
  scanner: orNull(v.string()),
  payment: v.optional(v.picklist(['ask', 'pay', 'cancel', 'fail']), 'ask'),
  shortcut: v.optional(v.picklist(['ask', 'add', 'cancel']), 'ask'),
})

const device = v.strictObject({
  /** `silent`: LINE's bridge does not reply until this is set back to `answers`. */
  bridge: v.optional(v.picklist(['answers', 'silent']), 'answers'),
  advertisingId: v.optional(v.string(), '38400000-8cf0-11bd-b23e-10b96e40000d'),
  /** Prices by product ID. Unlisted products cost ฿35.00. */
  products: v.optional(v.record(v.string(), v.string()), {}),
  calendar: v.optional(v.array(calendarEvent), []),
  /** Data of the `activityCallStateChange` event sent when the page starts; null for no event. */
  callState: v.optional(v.unknown(), null),
  /** Like `callState`, for the event `activityRecordingStateChange`. */
  recordingState: v.optional(v.unknown(), null),
})

/** A scenario: the JSON description of an emulated situation. */
export const scenarioSchema = v.strictObject({
  name: nonEmpty,
  title: v.optional(v.string(), ''),
  description: v.optional(v.string(), ''),
  users: v.pipe(v.array(userSchema), v.minLength(1)),
  /** The user who is signed in on the phone. */
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
  messaging: v.optional(messagingSchema, {}),
  /** Data for the app under test, which the emulator only stores. */
  app: v.optional(v.unknown(), null),
})
export type Scenario = v.InferOutput<typeof scenarioSchema>
export type ScenarioInput = v.InferInput<typeof scenarioSchema>
export type Friendship = Scenario['friendships'][string]
