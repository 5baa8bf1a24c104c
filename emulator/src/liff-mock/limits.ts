import { DEFAULT_SCENARIO } from '../scenario/defaults.ts'
import { parseScenarioOrThrow } from '../scenario/parse.ts'
import type { Scenario } from '../scenario/schema.ts'

export type FieldSupport =
  /** The liff-mock functions whose results depend on the field. */
  | { readonly shownBy: string }
  /** No function of `liff` depends on the field. The text says why. */
  | { readonly unseen: string }
  /** Applies if `when` returns true. Default: if the field differs from its default value. */
  | { readonly cannot: string; readonly when?: (scenario: Scenario) => boolean }
  /** Depending on the whole scenario, a value of the field can keep `liff.init` from resolving. */
  | { readonly init: string }

const NO_REQUESTS = 'liff-mock sends no requests, so they cannot be late, be lost or fail'
const NO_CLOCK = 'liff-mock has no clock: set the test’s clock instead, for example with vi.setSystemTime'
const NO_FUNCTION = 'liff-mock does not replace the functions that would return it'
export const INIT_RESOLVES = 'in liff-mock it always resolves'
const CONSENT = 'inside LINE, liff.init waits for LINE’s consent page, or rejects'
const TOKEN = 'inside LINE, liff.init rejects'
const IN_LINE_PAGES = 'only LINE’s own pages show it'
const LINE_API = 'it only affects LINE’s APIs for servers, which `lineFetch` calls'

const ID_TOKEN = '`getIDToken` and `getDecodedIDToken`'
const PROFILE = `\`getProfile\`, ${ID_TOKEN}`
const WEB_LOGIN = 'it only affects LINE Login for the web'

export const FIELDS: Readonly<Record<string, FieldSupport>> = {
  name: { unseen: 'it only describes the scenario' },
  title: { unseen: 'it only describes the scenario' },
  description: { unseen: 'it only describes the scenario' },
  'users.userId': { shownBy: PROFILE },
  'users.displayName': { shownBy: PROFILE },
  'users.pictureUrl': { shownBy: PROFILE },
  'users.statusMessage': { shownBy: '`getProfile`' },
  'users.email': { shownBy: ID_TOKEN },
  'users.phoneNumber': { unseen: LINE_API },
  'users.demographics': { unseen: LINE_API },
  'users.commonProfile': { unseen: IN_LINE_PAGES },
  user: { shownBy: `\`getContext\`, ${PROFILE}` },
  apps: {
    cannot: 'liff-mock has the same context for every LIFF ID, so it has only one app',
    when: ({ apps }) => apps.length > 1,
  },
  'apps.liffId': { shownBy: '`getContext`, `permanentLink`, `getDecodedIDToken`' },
  'apps.name': { unseen: IN_LINE_PAGES },
  'apps.channelSecret': { unseen: LINE_API },
  'apps.callbackUrls': { unseen: WEB_LOGIN },
  'apps.endpointUrl': { shownBy: '`getContext`' },
  'apps.scopes': { shownBy: '`getContext`, `getIDToken`, `permission`, and the functions that need a scope' },
  'apps.botPrompt': { unseen: IN_LINE_PAGES },
  'apps.officialAccount': { shownBy: '`getFriendship`' },
  'apps.viewType': { shownBy: '`getContext`' },
  'apps.availability': {
    shownBy: '`getContext`, `isApiAvailable` (one answer, see above), and the functions themselves',
  },
  'apps.context': { shownBy: '`getContext`' },
  'apps.serviceMessages': { unseen: LINE_API },
  'apps.miniApp': { shownBy: '`getContext`, `isApiAvailable`, `permission`, `permanentLink`' },
  'apps.inAppPurchase': { unseen: LINE_API },
  'messaging.channelId': { unseen: LINE_API },
  'messaging.channelSecret': { unseen: LINE_API },
  'messaging.accessToken': { unseen: LINE_API },
  'messaging.monthlyLimit': { unseen: LINE_API },
  'messaging.webhook': { unseen: LINE_API },
  'messaging.webhookActive': { unseen: LINE_API },
  'messaging.redelivery': { unseen: LINE_API },
  'messaging.rateLimits': { unseen: LINE_API },
  'messaging.groups.id': { unseen: LINE_API },
  'messaging.groups.name': { unseen: LINE_API },
  'messaging.groups.members': { unseen: LINE_API },
  'messaging.memberships.membershipId': { unseen: LINE_API },
  'messaging.memberships.title': { unseen: LINE_API },
  'messaging.memberships.description': { unseen: LINE_API },
  'messaging.memberships.benefits': { unseen: LINE_API },
  'messaging.memberships.price': { unseen: LINE_API },
  'messaging.memberships.currency': { unseen: LINE_API },
  'messaging.memberships.memberLimit': { unseen: LINE_API },
  'messaging.memberships.members.userId': { unseen: LINE_API },
  'messaging.memberships.members.joinedAt': { unseen: LINE_API },
  'messaging.memberships.members.months': { unseen: LINE_API },
  'messaging.minimumReach': { unseen: LINE_API },
  'messaging.transcoding': { unseen: LINE_API },
  friendships: { shownBy: '`getFriendship`' },
  'environment.kind': { shownBy: '`isInClient`, `isLoggedIn`, `getLineVersion`' },
  'environment.os': { shownBy: '`getOS`' },
  'environment.lineVersion': { shownBy: '`getLineVersion`, `isApiAvailable`' },
  'environment.language': { shownBy: '`getLanguage`, `getAppLanguage`' },
  'environment.serviceWorker': {
    cannot: 'liff-mock replaces functions of `liff`, not `navigator.serviceWorker`',
    when: ({ environment }) => environment.kind === 'external' && !environment.serviceWorker,
  },
  'environment.colorScheme': { shownBy: '`getContext`' },
  'environment.popups': { shownBy: '`shareTargetPicker`, `subWindow.open`' },
  'environment.loginReferrer': { unseen: 'it only affects `document.referrer` after a login in a browser' },
  'environment.loginBrowser': { unseen: 'liff-mock has no login page to return from' },
  'environment.cookies': { unseen: 'it only affects the cookies of the app and its server' },
  'environment.storage': { unseen: 'liff-mock stores nothing in IndexedDB or caches' },
  'environment.webLogin': { unseen: WEB_LOGIN },
  'tokens.idTokenLifetime': { shownBy: ID_TOKEN },
  'tokens.accessTokenLifetime': { unseen: LINE_API },
  'tokens.webAccessTokenLifetime': { unseen: WEB_LOGIN },
  'tokens.authorizationCode': { cannot: 'after a login outside LINE, liff.init rejects' },
  'tokens.idTokenAge': { shownBy: ID_TOKEN },
  'tokens.stuck': { shownBy: `${ID_TOKEN} after \`reopen()\`` },
  'tokens.revoked': { shownBy: 'the functions that call LINE' },
  'tokens.expired': { init: TOKEN },
  'tokens.scope': { shownBy: '`permission`, and the functions that need a scope' },
  'tokens.channelId': { init: TOKEN },
  'tokens.idTokenVariant': { init: TOKEN },
  'consent.initially': { init: CONSENT },
  'consent.refused': { shownBy: '`permission`, and the functions that need a scope' },
  'consent.grants': { init: CONSENT },
  'consent.answer': { init: CONSENT },
  'consent.unauthorized': { shownBy: '`permission.requestAll`' },
  faults: { cannot: NO_REQUESTS },
  'network.kind': { cannot: NO_REQUESTS },
  'network.latencyMs': { cannot: NO_REQUESTS },
  'network.seed': { unseen: 'it only selects the responses that the network `flaky` loses' },
  'clock.frozenAt': { cannot: NO_CLOCK },
  'clock.advanceMs': { cannot: NO_CLOCK },
  'clock.skewMs': { cannot: NO_CLOCK },
  'screens.sharePicker': { shownBy: '`shareTargetPicker`' },
  'screens.quickFill': { unseen: IN_LINE_PAGES },
  'screens.scanner': { shownBy: '`scanCode`, `scanCodeV2`' },
  'screens.payment': { shownBy: '`iap.createPayment`' },
  'screens.shortcut': { unseen: IN_LINE_PAGES },
  'device.bridge': { cannot: 'liff-mock has no native bridge' },
  'device.advertisingId': { cannot: NO_FUNCTION },
  'device.products': { shownBy: '`iap.getPlatformProducts`' },
  'device.calendar': { cannot: NO_FUNCTION },
  'device.callState': { cannot: NO_FUNCTION },
  'device.recordingState': { cannot: NO_FUNCTION },
  app: { unseen: 'LINE does not use it' },
}

const DEFAULTS = parseScenarioOrThrow({ ...DEFAULT_SCENARIO, name: 'default' })

function valueAt(scenario: Scenario, path: string): string {
  let value: unknown = scenario
  for (const name of path.split('.')) value = (value as Readonly<Record<string, unknown>>)[name]
  return JSON.stringify(value)
}

/** Returns the first field that liff-mock cannot express, with the reason, or null. */
export function refusedField(scenario: Scenario): string | null {
  for (const [path, support] of Object.entries(FIELDS)) {
    if (!('cannot' in support)) continue
    const differs = () => valueAt(scenario, path) !== valueAt(DEFAULTS, path)
    if (support.when?.(scenario) ?? differs()) return `${path}: ${support.cannot}`
  }
  return null
}
