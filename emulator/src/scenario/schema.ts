import * as v from 'valibot'
import { COMMON_PROFILE_SCOPES } from './common-profile.ts'
import { faultSchema } from './fault-schema.ts'
import { liffIdSchema } from './liff-id-schema.ts'
import { messagingSchema, userIdSchema } from './messaging-schema.ts'
import { miniAppSchema } from './mini-app-schema.ts'
import { userSchema } from './user-schema.ts'

export { liffIdSchema, userIdSchema }

/** Longest time from now that a scenario can describe. `Date` cannot represent every longer one. */
const FIFTY_YEARS_S = 50 * 365.25 * 24 * 60 * 60
/** Latest and, as a negative number, earliest time that `Date` can represent, in ms since 1970. */
const LAST_DATE = 8.64e15

export const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(FIFTY_YEARS_S))
const time = v.pipe(v.number(), v.minValue(-LAST_DATE), v.maxValue(LAST_DATE))
const version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/, 'a version such as 14.11.0'))
const minimum = v.pipe(v.string(), v.regex(/^\d+(\.\d+){0,2}$/, 'a version such as 14.11.0 or 14.3'))

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

/** An absolute http(s) URL, or a path on the origin that serves the emulator. */
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
  id: v.pipe(v.string(), v.regex(/^@[0-9A-Za-z._-]{1,40}$/, '"@" and a name such as @campaign')),
  name: v.pipe(v.string(), v.minLength(1)),
  /** Picture of the account; a path is relative to the app. If null, the emulator draws one. */
  pictureUrl: v.optional(v.nullable(endpointUrlSchema), null),
})

const inAppPurchase = v.strictObject({
  /** URL of the MINI App's server, which gets the webhooks of purchases. If null, LINE refuses reservations. */
  webhook: v.optional(v.nullable(v.pipe(v.string(), v.url())), null),
  /** Products that LINE sells in the app. If null, LINE sells every product. */
  productIds: v.optional(v.nullable(v.array(v.string())), null),
  /**
   * What happens to the webhook of a payment. `send`: LINE sends it at once; `hold`: only when the REST control settles the
   * order; `lose`: never, but it is in the history as failed.
   */
  webhookDelivery: v.optional(v.picklist(['send', 'hold', 'lose']), 'send'),
})

const app = v.strictObject({
  liffId: liffIdSchema,
  name: v.optional(v.string(), 'LIFF app'),
  /**
   * Secret of the app's LINE Login channel, which clients send to the token endpoints and which signs the ID tokens of web
   * logins. If null, any non-empty secret is accepted, and LINE signs with the one that a client sent last.
   */
  channelSecret: v.optional(v.nullable(v.string()), null),
  /**
   * Callback URLs of the channel, to which a web login may return; a path is accepted on this machine. Their query is
   * ignored. If null, every URL of this machine and of the app's own origin is accepted.
   */
  callbackUrls: v.optional(v.nullable(v.array(endpointUrlSchema)), null),
  endpointUrl: v.optional(endpointUrlSchema, '/'),
  scopes: v.optional(v.array(scopeSchema), ['profile', 'chat_message.write', 'openid', 'email']),
  /**
   * LINE Login's add-friend option. `normal` shows an unticked checkbox on the consent page, `aggressive` a
   * separate page after it, `none` nothing.
   */
  botPrompt: v.optional(v.picklist(['none', 'normal', 'aggressive']), 'normal'),
  officialAccount: v.optional(v.nullable(officialAccountSchema), null),
  viewType: v.optional(v.picklist(['compact', 'tall', 'full']), 'full'),
  /** Changes to `context.availability`: an entry overrides the fields of the default entry, null removes it. */
  availability: v.optional(v.record(v.string(), v.nullable(availabilityEntry)), {}),
  /** Changes to the context that LINE sends, field by field; null removes a field. */
  context: v.optional(v.record(v.string(), v.unknown()), {}),
  /**
   * Templates of service messages: the names of their parameters by the template's name. If null, the app is not a MINI App
   * that may send service messages.
   */
  serviceMessages: v.optional(v.nullable(v.record(v.string(), v.array(v.string()))), null),
  /** Makes the app a LINE MINI App with three internal channels. If null, it is a LIFF app on a LINE Login channel. */
  miniApp: v.optional(v.nullable(miniAppSchema), null),
  /** In-app purchases that LINE approved for this MINI App. If null, the app has none. */
  inAppPurchase: v.optional(v.nullable(inAppPurchase), null),
})
export type App = v.InferOutput<typeof app>

const environment = v.strictObject({
  /**
   * Browser that opens the app. `liff`: LINE's LIFF browser; `line-browser`: LINE's in-app browser without
   * LIFF; `external`: any other browser.
   */
  kind: v.optional(v.picklist(['liff', 'line-browser', 'external']), 'liff'),
  os: v.optional(v.picklist(['android', 'ios', 'ipad', 'web']), 'android'),
  lineVersion: v.optional(version, '14.11.0'),
  language: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z]{2,3}(-[0-9A-Za-z]{2,8})*$/, 'a language such as th-TH or en')),
    'th-TH',
  ),
  /** True if pages have `navigator.serviceWorker`. LINE's LIFF browser does not have it. */
  serviceWorker: v.optional(v.boolean(), false),
  /**
   * The phone's colour scheme, visible to scripts and in LINE's menu colours. `system` uses that of the
   * browser running the emulator.
   */
  colorScheme: v.optional(v.picklist(['light', 'dark', 'system']), 'system'),
  popups: v.optional(v.picklist(['open', 'blocked']), 'open'),
  /**
   * How the phone's browser returns from LINE Login, which the SDK reads from `document.referrer` on Android:
   * from LINE's login page, from LINE's app, or from LINE's app in a new tab without a referrer.
   */
  loginReferrer: v.optional(v.picklist(['access.line.me', 'android-app', 'none']), 'access.line.me'),
  /**
   * The browser in which the phone opens the page to which LINE Login returns. `other`: the phone's default browser, if
   * the user had opened the app in another one. It has no storage and no cookies of the app.
   */
  loginBrowser: v.optional(v.picklist(['same', 'other']), 'same'),
  /** `lost` if the browser has lost the app's cookies whenever the user returns from a page of LINE, but no other storage. */
  cookies: v.optional(v.picklist(['kept', 'lost']), 'kept'),
  /**
   * How a web login signs the user in. `auto`: without a screen, as on a phone with LINE; `sso`: on a screen with one button,
   * because the browser has a session; `password`: on a screen for the email address and the password.
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
/** Also true for what only a test of the app's own parsing needs: `%20` as the separator, and `profile.full`. */
const areScopes = (text: string) =>
  text === '' ||
  text
    .split(/ |%20/)
    .every(name => [...SCOPES, 'commonprofile'].some(scope => name === scope || name.startsWith(`${scope}.`)))

const tokens = v.strictObject({
  idTokenLifetime: v.optional(seconds, 3600),
  accessTokenLifetime: v.optional(seconds, 43_200),
  /** Lifetime of the access tokens of a web login. */
  webAccessTokenLifetime: v.optional(seconds, 2_592_000),
  /** State of every authorization code when the app gets it: `expired` and `used` codes cannot be exchanged for tokens. */
  authorizationCode: v.optional(v.picklist(['valid', 'expired', 'used']), 'valid'),
  /**
   * Age in seconds of the tokens that the phone stored on an earlier visit. 0: the phone has no stored
   * tokens. Does not affect tokens that the app gets later.
   */
  idTokenAge: v.optional(seconds, 0),
  /**
   * If true, the stored tokens are restored at every page load, so that logging out and reloading never
   * helps.
   */
  stuck: v.optional(v.boolean(), false),
  /**
   * If true, each access token is revoked after its first verification: the app starts, but every later call
   * is refused.
   */
  revoked: v.optional(v.boolean(), false),
  /** If true, access tokens are expired from the start. */
  expired: v.optional(v.boolean(), false),
  /**
   * Scopes of every access token, separated by spaces, instead of those that the user granted. LINE refuses
   * calls whose scope is missing; new ID tokens contain only the data of these scopes.
   */
  scope: v.optional(v.nullable(v.pipe(v.string(), v.check(areScopes, SCOPES_TEXT))), null),
  /** Channel ID that `verify` returns instead of the token's real channel ID. */
  channelId: v.optional(v.nullable(v.string()), null),
  /** Defect that every issued ID token has; null: none. */
  idTokenVariant: v.optional(v.nullable(v.picklist(ID_TOKEN_VARIANTS)), null),
})

const consent = v.strictObject({
  /** Scopes that users without an entry in `grants` have granted: all (`granted`) or none. */
  initially: v.optional(v.picklist(['granted', 'none']), 'granted'),
  /** Scopes that no user grants, without an entry in `grants`. Users cannot refuse `profile` and `openid`. */
  refused: v.optional(v.array(refusableScope), []),
  /** Granted scopes by user ID and LIFF ID. */
  grants: v.optional(v.record(v.string(), v.record(v.string(), v.array(scopeSchema))), {}),
  /** `ask` shows the consent page to the user; `allow` and `deny` answer it automatically. */
  answer: v.optional(v.picklist(['ask', 'allow', 'deny']), 'ask'),
  /** Scopes that `unauthorizedPermissions` returns instead of those that are really missing. */
  unauthorized: v.optional(v.nullable(v.array(scopeSchema)), null),
})

const network = v.strictObject({
  kind: v.optional(v.picklist(['online', 'slow', 'lie-fi', 'flaky', 'offline']), 'online'),
  /** Delay added to every response, in milliseconds. With 0, the network `slow` uses 2000. */
  latencyMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)), 0),
  /** Seed that selects which responses the network `flaky` loses. If null, it loses every third response. */
  seed: v.optional(v.nullable(v.pipe(v.number(), v.integer())), null),
})

const clock = v.strictObject({
  /** Time at which LINE's clock is stopped, in ms since 1970. If null, the clock runs. */
  frozenAt: v.optional(v.nullable(v.number()), null),
  /** Offset of LINE's running clock from real time, in milliseconds. */
  advanceMs: v.optional(v.number(), 0),
  /** Offset of the phone's clock from LINE's, in milliseconds. */
  skewMs: v.optional(v.number(), 0),
})

const calendarEvent = v.strictObject({
  title: v.string(),
  /** Time in ms since 1970. */
  startTime: time,
  endTime: time,
  isAllDay: v.optional(v.boolean(), false),
})

/**
 * How LINE's native screens behave. `ask` shows the screen to the user; any other value answers it
 * automatically.
 */
const screens = v.strictObject({
  sharePicker: v.optional(v.picklist(['ask', 'send', 'cancel']), 'ask'),
  /** LINE's screen with the common profile that fills a form of a MINI App. */
  quickFill: v.optional(v.picklist(['ask', 'fill', 'cancel']), 'ask'),
  /** Text of the scanned code. If null, the user types the text or cancels. */
  scanner: v.optional(v.nullable(v.string()), null),
  payment: v.optional(v.picklist(['ask', 'pay', 'cancel', 'fail']), 'ask'),
  shortcut: v.optional(v.picklist(['ask', 'add', 'cancel']), 'ask'),
})

/** Data of LINE and the phone that an app can request. */
const device = v.strictObject({
  /** `silent` if LINE's bridge answers no message of the page until it is `answers` again. */
  bridge: v.optional(v.picklist(['answers', 'silent']), 'answers'),
  advertisingId: v.optional(v.string(), '38400000-8cf0-11bd-b23e-10b96e40000d'),
  /** Prices by product ID. Products that are not listed cost ฿35.00. */
  products: v.optional(v.record(v.string(), v.string()), {}),
  calendar: v.optional(v.array(calendarEvent), []),
  /**
   * Data of the `activityCallStateChange` event that LINE sends when the page starts. If null, LINE sends no
   * event.
   */
  callState: v.optional(v.unknown(), null),
  /**
   * Data of the `activityRecordingStateChange` event that LINE sends when the page starts. If null, LINE
   * sends no event.
   */
  recordingState: v.optional(v.unknown(), null),
})

/** Schema of a scenario, the JSON description of one emulated situation. */
export const scenarioSchema = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1)),
  title: v.optional(v.string(), ''),
  description: v.optional(v.string(), ''),
  users: v.pipe(v.array(userSchema), v.minLength(1)),
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
  messaging: v.optional(messagingSchema, {}),
  /** Data for the app under test. The emulator stores this value but does not use it. */
  app: v.optional(v.unknown(), null),
})
export type Scenario = v.InferOutput<typeof scenarioSchema>
export type ScenarioInput = v.InferInput<typeof scenarioSchema>
export type Friendship = Scenario['friendships'][string]
