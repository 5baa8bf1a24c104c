import { randomBytes } from 'node:crypto'
import type { Liff } from '@line/liff'
import { buildPageConfig } from '../build-page-config.ts'
import { createActions } from '../control/actions.ts'
import type { Seed } from '../page-config.ts'
import type { LoggedRequest } from '../platform/log.ts'
import { DEFAULT_SCENARIO } from '../scenario/defaults.ts'
import { resolveScenario, type ScenarioBase } from '../scenario/named.ts'
import { problemText } from '../scenario/parse.ts'
import type { Friendship, Scenario, ScenarioInput } from '../scenario/schema.ts'
import type { PublicJwk } from '../world/signing-key.ts'
import type { SentMessage, SubWindow } from '../world/state.ts'
import { type VisitResult, visit } from './browser.ts'
import { createEmulatedLine } from './emulated-line.ts'
import { createLiff, type ScreenAnswers } from './liff.ts'
import { createLiffMockHost } from './liff-mock-host.ts'
import { answerAsLineApp } from './line-app.ts'
import { leavePage, newPage } from './page-state.ts'
import { ExpiryCookies, SdkStore } from './page-storage.ts'
import { emptyRecord, inClient, type Phone, type Recorded } from './phone.ts'
import { restoreTokens } from './restore-tokens.ts'
import { endSubWindow, type SubWindowEnd } from './sub-window-events.ts'
import { createTestWindow } from './test-window.ts'

export type MockLiffOptions = {
  /** The LIFF id that the app gives to `liff.init`. Default: `2000000001-Campaign`. */
  readonly liffId?: string
  /** Laid under a named scenario: the app's own scopes, official account, users. */
  readonly base?: ScenarioBase
  /** Where the app is served: paths in `endpointUrl` are taken on it. */
  readonly origin?: string
  /** What LINE's screens answer; as a rule the user scans nothing, shares, and does not agree to more. */
  readonly answers?: Partial<ScreenAnswers>
  /** The app runs in a sub-window of LINE's, opened by another page that handed it this. */
  readonly subWindow?: { readonly appData?: Readonly<Record<string, unknown>> }
}

export type MockLiff = {
  /** Stands in for `import liff from '@line/liff'`. */
  readonly liff: Liff
  readonly scenario: () => Scenario
  readonly recorded: Readonly<Recorded>
  readonly messages: () => readonly SentMessage[]
  readonly requests: () => readonly LoggedRequest[]
  /** The page's address, with what LINE's login left in its query. */
  readonly url: () => string
  /** LINE as the app's own server reaches it: hand it over as its `fetch`. */
  readonly lineFetch: typeof fetch
  /** LINE's published keys: what an ID token is verified with. */
  readonly jwks: () => { readonly keys: PublicJwk[] }
  /** Opens the app from its LIFF URL anew, as a tap in the chat does. */
  readonly open: (path?: string) => Promise<VisitResult>
  /** The app's router goes to another address; no page is loaded. */
  readonly goTo: (url: string) => void
  /** Loads the page again; what the SDK stored stays. */
  readonly reload: (url?: string) => void
  /** The user lets the app in on LINE's page, where the last navigation led; the app's page loads again. */
  readonly completeLogin: (options?: { readonly addFriend?: boolean }) => Promise<string>
  /** The user declines there. */
  readonly denyLogin: () => Promise<string>
  /** Follows the last navigation that led to a page of the app, such as the redirect of `liff.state`. */
  readonly follow: () => Promise<string>
  /** What the app, in a sub-window itself, told the page that opened it; null before it did. */
  readonly subWindowOutcome: () => SubWindow['outcome']
  /** The open sub-window ends so: `liff.subWindow.on` of the page hears it. */
  readonly endSubWindow: (status: SubWindowEnd, result?: Readonly<Record<string, unknown>>) => void
  readonly setFriendship: (state: Friendship) => void
  /** Changes the scenario by a JSON merge patch. Throws naming the field that is wrong. */
  readonly patch: (patch: object) => void
  /** Back to the scenario as it was given, on a phone that stored nothing, with the app opened. */
  readonly reset: () => Promise<void>
}

/** The sub-window that the app itself is in. */
const MSIT = 'msit_own'

const defaults: ScreenAnswers = { scan: null, share: 'success', agree: async () => null }

function baseOf({ base = {}, liffId }: MockLiffOptions): ScenarioBase {
  const [app] = base.apps ?? DEFAULT_SCENARIO.apps
  return liffId === undefined || app === undefined ? base : { ...base, apps: [{ ...app, liffId }] }
}

/**
 * A headless LIFF for unit tests: the results, codes and messages of @line/liff 2.26.1 in a scenario, answered through
 * @line/liff-mock and by a LINE inside the test. Begins with the app opened.
 */
export async function createMockLiff(
  given: string | ScenarioInput = 'friend',
  options: MockLiffOptions = {},
): Promise<MockLiff> {
  const origin = options.origin ?? 'https://localhost'
  const base = baseOf(options)
  const first = resolveScenario(given, base)
  const emulated = await createEmulatedLine(first, origin)
  const { line } = emulated
  const actions = createActions(line, base)
  const recorded = emptyRecord()
  const testWindow = createTestWindow(recorded, () => line.world().scenario)
  const { dom } = testWindow
  let page = newPage(origin)
  let seed: Seed | null = null
  const phone: Phone = {
    scenario: () => line.world().scenario,
    fetch: emulated.fetch,
    now: () => line.now() + line.world().scenario.clock.skewMs,
    random: length => randomBytes(length).toString('base64url').slice(0, length),
    page: () => page,
    store: new SdkStore(() => (inClient(phone) ? dom?.sessionStorage : dom?.localStorage) ?? null),
    expires: new ExpiryCookies(dom),
    recorded,
    bridge: message => answerAsLineApp(line, message, { ...defaults, ...options.answers }),
    ...testWindow,
  }
  const app = () => {
    const [one] = line.world().scenario.apps
    if (!one) throw new Error('The scenario has no app.')
    return one
  }
  const load = (url: string) => {
    leavePage(page)
    page = newPage(url, options.subWindow !== undefined)
    if (seed?.everyLoad) restoreTokens(phone, seed)
    return url
  }
  const endpoint = () => new URL(app().endpointUrl, origin).href

  /** The address with what LINE adds for a sub-window, when the app runs in one. */
  const inSubWindow = (url: string) => {
    if (!options.subWindow) return url
    const { liffId } = app()
    const appData = options.subWindow.appData ?? null
    const subWindow = { mainLiffId: liffId, subLiffId: liffId, mstChallenge: 'main', appData }
    line.dispatch({ type: 'sub-window', msit: MSIT, subWindow: { ...subWindow, mst: null, outcome: null } })
    return `${url}${url.includes('#') ? '&' : '#'}msit=${MSIT}&mst_verifier=main`
  }

  const open = async (path = '') => {
    // LINE's browser starts with an empty session; another browser keeps what it has.
    if (phone.scenario().environment.kind === 'liff') phone.store.clear()
    if (seed) restoreTokens(phone, seed)
    const offline = phone.scenario().network.kind !== 'online'
    const arrival = await visit(
      offline ? emulated.serverFetch : emulated.fetch,
      `https://liff.line.me/${app().liffId}${path}`,
    )
    load(inSubWindow(arrival.at === 'app' ? arrival.url : endpoint()))
    return arrival
  }
  const answerLogin = async (allow: boolean, addFriend: boolean) => {
    const at = recorded.navigations.findLast(url => url.startsWith('https://access.line.me/'))
    if (at === undefined) throw new Error('The page has not gone to LINE’s login.')
    const arrival = await visit(emulated.fetch, at, { allow, addFriend })
    if (arrival.at === 'line') throw new Error(`LINE answered the login with ${arrival.status}.`)
    return load(arrival.url)
  }
  const begin = async () => {
    phone.store.clear()
    phone.expires.clear()
    recorded.navigations.length = 0
    recorded.windows.length = 0
    recorded.opened.length = 0
    recorded.bridge.length = 0
    recorded.alerts.length = 0
    recorded.closed = 0
    emulated.clearRequests()
    seed = (await buildPageConfig(line, origin)).seed
    await open()
    if (!seed?.everyLoad) seed = null
  }

  await begin()
  const host = createLiffMockHost()
  return {
    liff: createLiff(phone, host, () => ({ ...defaults, ...options.answers })),
    scenario: phone.scenario,
    recorded,
    messages: () => line.world().messages,
    requests: emulated.requests,
    url: () => page.url,
    lineFetch: emulated.serverFetch,
    jwks: () => ({ keys: [line.key().publicJwk] }),
    open,
    goTo: url => {
      page.url = new URL(url, page.url).href
    },
    reload: url => void load(url ?? page.url),
    completeLogin: ({ addFriend = false } = {}) => answerLogin(true, addFriend),
    denyLogin: () => answerLogin(false, false),
    follow: async () => {
      const to = recorded.navigations.at(-1)
      if (to === undefined) throw new Error('The page went nowhere.')
      return load(to)
    },
    subWindowOutcome: () => line.world().subWindows[MSIT]?.outcome ?? null,
    endSubWindow: (status, result = {}) => endSubWindow(phone, status, result),
    setFriendship: state => {
      actions.friendship({ state })
    },
    patch: patch => {
      const changed = actions.patch(patch)
      if (!changed.ok) throw new Error(`The scenario's ${problemText(changed.problem)}`)
    },
    reset: async () => {
      actions.reset()
      await begin()
    },
  }
}
