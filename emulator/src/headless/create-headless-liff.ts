import type { Liff } from '@line/liff'
import { aFunction, anObject, anOrigin, checkOptions, checkValue } from '../check-options.ts'
import { createActions } from '../control/actions.ts'
import { createInProcessLine } from '../in-process-line.ts'
import type { LoggedRequest } from '../platform/log.ts'
import { DEFAULT_SCENARIO } from '../scenario/defaults.ts'
import { resolveScenario, type ScenarioBase } from '../scenario/named.ts'
import { accepted } from '../scenario/parse.ts'
import { type Friendship, liffIdSchema, type Scenario, type ScenarioInput } from '../scenario/schema.ts'
import { itemsOf } from '../world/long-list.ts'
import type { PublicJwk } from '../world/signing-key.ts'
import type { SentMessage, SubWindow } from '../world/state.ts'
import type { VisitResult } from './browser.ts'
import { current } from './current.ts'
import type { ScreenAnswers, SubWindowEnd } from './line-app.ts'
import type { Recorded } from './recorded.ts'
import { loadDom } from './sdk-page.ts'
import { sdkProgram } from './sdk-program.ts'
import { createTestPhone, OWN_MSIT } from './test-phone.ts'

export type HeadlessLiffOptions = {
  /** The id that the app passes to `liff.init`. Default: `2000000001-Campaign`. */
  readonly liffId?: string
  /** The app's own scopes, official account and users, in place of the named scenario's. */
  readonly base?: ScenarioBase
  /** Base of a relative `endpointUrl`. Default: `https://localhost`. */
  readonly origin?: string
  /** The SDK's npm package name, for testing another version under an alias. Default: `@line/liff`. */
  readonly sdk?: string
  /**
   * How the user answers LINE's screens. Defaults to the scenario's `screens`; if those do not say, the user closes the
   * scanner, shares, fills in forms and refuses further permissions.
   */
  readonly answers?: Partial<ScreenAnswers>
  /** Runs the app in a sub-window that another page opened with `appData`. */
  readonly subWindow?: { readonly appData?: Readonly<Record<string, unknown>> }
}

export type HeadlessLiff = {
  /** The object to use in place of `import liff from '@line/liff'`. */
  readonly liff: Liff
  readonly scenario: () => Scenario
  /** What the page did outside its own document: navigations, windows, bridge messages and alerts. */
  readonly recorded: Readonly<Recorded>
  /** Messages that users sent, oldest first. */
  readonly messages: () => readonly SentMessage[]
  /** Requests to LINE, oldest first. */
  readonly requests: () => readonly LoggedRequest[]
  /** The page's current URL, including the query parameters that LINE's login adds. */
  readonly url: () => string
  /** A `fetch` for the app's own server, which sends its requests to the emulated LINE. */
  readonly lineFetch: typeof fetch
  /**
   * The page's `fetch`: requests to LINE use the phone's network and the emulated LINE; all others use the test's
   * `fetch`. If the app calls LINE without the SDK, set this as `globalThis.fetch`. The Vitest helper does so.
   */
  readonly pageFetch: typeof fetch
  /** LINE's public keys, for verifying ID tokens. */
  readonly jwks: () => { readonly keys: PublicJwk[] }
  /** Opens the app from its LIFF URL, like a link in a chat. */
  readonly open: (path?: string) => Promise<VisitResult>
  /** Changes the page's URL without loading a page, as the app's router would. */
  readonly goTo: (url: string) => void
  /** Reloads the page, or loads `url`. The SDK's stored values are kept. */
  readonly reload: (url?: string) => void
  /**
   * Gives consent on LINE's login page, to which the app must have navigated. Resolves to the URL of the page that
   * loads next.
   */
  readonly completeLogin: (options?: { readonly addFriend?: boolean }) => Promise<string>
  /** Refuses consent on LINE's login page. Resolves to the app's URL with LINE's error. */
  readonly denyLogin: () => Promise<string>
  /** Loads the page that the app last navigated to, for example the `liff.state` redirect. Resolves to its URL. */
  readonly follow: () => Promise<string>
  /** The result that the app, in a sub-window, has sent to the page that opened it, or null. */
  readonly subWindowOutcome: () => SubWindow['outcome']
  /**
   * Ends the sub-window opened last, if any. Resolves once the SDK has called the page's `liff.subWindow.on` listeners.
   */
  readonly endSubWindow: (status: SubWindowEnd, result?: Readonly<Record<string, unknown>>) => Promise<void>
  readonly setFriendship: (state: Friendship) => void
  /** Applies a JSON Merge Patch (RFC 7396) to the scenario. Errors contain the path of the invalid field. */
  readonly patch: (patch: object) => void
  /** Loads another scenario, clears the phone's storage, and opens the app. */
  readonly load: (scenario: string | ScenarioInput) => Promise<void>
  /** Restores the loaded scenario, clears the phone's storage, and opens the app. */
  readonly reset: () => Promise<void>
  /** Closes the page and stops its timers, which would keep Node running. */
  readonly close: () => Promise<void>
}

function answersOf({ screens }: Scenario): ScreenAnswers {
  const share = screens.sharePicker === 'cancel' ? 'cancel' : 'success'
  const quickFill = screens.quickFill === 'cancel' ? 'cancel' : 'fill'
  return { scan: screens.scanner, share, quickFill, addFriend: false, agree: async () => null }
}

const oneOf = (values: readonly unknown[], text: string) =>
  [(value: unknown) => values.includes(value), text] as const

const aText = [(value: unknown) => typeof value === 'string', 'a text'] as const
const aScan = [(value: unknown) => value === null || typeof value === 'string', 'a text or null'] as const
const ANSWERS = {
  scan: aScan,
  share: oneOf(['success', 'cancel', null], '"success", "cancel" or null'),
  quickFill: oneOf(['fill', 'cancel', null], '"fill", "cancel" or null'),
  addFriend: oneOf([true, false, null], 'true, false or null'),
  agree: aFunction,
}

function checkHeadlessOptions(options: HeadlessLiffOptions): void {
  const { liffId, answers = {}, subWindow = {} } = options
  const objects = { base: anObject, answers: anObject, subWindow: anObject }
  checkOptions(options, { liffId: null, ...objects, origin: anOrigin, sdk: aText })
  checkValue('liffId', liffIdSchema, liffId)
  checkOptions(answers, ANSWERS, 'answers.')
  checkOptions(subWindow, { appData: anObject }, 'subWindow.')
}

export function baseOf({ base = {}, liffId }: Pick<HeadlessLiffOptions, 'base' | 'liffId'>): ScenarioBase {
  const [app] = base.apps ?? DEFAULT_SCENARIO.apps
  return liffId === undefined || app === undefined ? base : { ...base, apps: [{ ...app, liffId }] }
}

/**
 * Creates a headless LIFF for unit tests, with the app already open. LINE is emulated in the test process. Results,
 * error codes and messages match @line/liff 2.26.1.
 */
export async function createHeadlessLiff(
  given: string | ScenarioInput = 'friend',
  options: HeadlessLiffOptions = {},
): Promise<HeadlessLiff> {
  checkHeadlessOptions(options)
  const origin = options.origin ?? 'https://localhost'
  const base = baseOf(options)
  const emulated = await createInProcessLine(resolveScenario(given, base), origin)
  const { line } = emulated
  const actions = createActions(line, { current: base })
  const answers = () => ({ ...answersOf(line.world().scenario), ...options.answers })
  const phone = createTestPhone(emulated, {
    answers,
    origin,
    dom: await loadDom(),
    sdk: sdkProgram(options.sdk ?? '@line/liff'),
    subWindow: options.subWindow,
  })

  await phone.restart()
  return {
    liff: current(() => phone.page().liff),
    scenario: () => line.world().scenario,
    recorded: phone.recorded,
    messages: () => itemsOf(line.world().messages),
    requests: emulated.requests,
    url: () => phone.page().location.href,
    lineFetch: emulated.serverFetch,
    pageFetch: emulated.pageFetch,
    jwks: () => ({ keys: [line.key().publicJwk] }),
    open: phone.open,
    goTo: url => phone.page().happyDOM.setURL(new URL(url, phone.page().location.href).href),
    reload: url => void phone.load(url ?? phone.page().location.href),
    completeLogin: ({ addFriend = false } = {}) => phone.answerLogin(true, addFriend),
    denyLogin: () => phone.answerLogin(false, false),
    follow: async () => {
      const to = phone.recorded.navigations.at(-1)
      if (to === undefined) throw new Error('The page has not navigated anywhere.')
      return phone.load(to)
    },
    subWindowOutcome: () => line.world().subWindows[OWN_MSIT]?.outcome ?? null,
    endSubWindow: (status, result = {}) => phone.endSubWindow(status, result),
    setFriendship: state => void accepted(actions.friendship({ state })),
    patch: patch => void accepted(actions.patch(patch)),
    load: async scenario => {
      actions.load(resolveScenario(scenario, base))
      await phone.restart()
    },
    reset: async () => {
      actions.reset()
      await phone.restart()
    },
    close: () => phone.page().happyDOM.abort(),
  }
}
