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
  /** The LIFF id that the app passes to `liff.init`. Default: `2000000001-Campaign`. */
  readonly liffId?: string
  /** The app's own scopes, official account and users. They replace those of a named scenario. */
  readonly base?: ScenarioBase
  /** The app's origin, to which a path in `endpointUrl` is relative. Default: `https://localhost`. */
  readonly origin?: string
  /** The npm package of the SDK, for another version under an alias. Default: `@line/liff`. */
  readonly sdk?: string
  /**
   * How the user answers LINE's screens. By default the user scans, shares and fills forms as the scenario's `screens`
   * say; if they do not, scans nothing, shares, and fills. The user refuses further permissions.
   */
  readonly answers?: Partial<ScreenAnswers>
  /** Set this to run the app in a sub-window that another page opened and passed `appData`. */
  readonly subWindow?: { readonly appData?: Readonly<Record<string, unknown>> }
}

export type HeadlessLiff = {
  /** The `liff` object to use in place of `import liff from '@line/liff'`. */
  readonly liff: Liff
  readonly scenario: () => Scenario
  /** What the page did outside itself: navigations, windows, bridge messages and alerts. */
  readonly recorded: Readonly<Recorded>
  /** Messages that users sent, oldest first. */
  readonly messages: () => readonly SentMessage[]
  /** Requests to LINE, oldest first. */
  readonly requests: () => readonly LoggedRequest[]
  /** The page's current URL, including the query parameters that LINE's login added. */
  readonly url: () => string
  /** Sends requests from the app's own server to the emulated LINE. Use it there in place of `fetch`. */
  readonly lineFetch: typeof fetch
  /**
   * The page's `fetch`: requests to LINE reach the emulated LINE through the phone's network, all others the `fetch` of the
   * test. For code that calls LINE without the SDK, such as LINE's plugins, set it as `globalThis.fetch`; the Vitest helper
   * does so.
   */
  readonly pageFetch: typeof fetch
  /** LINE's published keys, for verifying an ID token. */
  readonly jwks: () => { readonly keys: PublicJwk[] }
  /** Opens the app from its LIFF URL, like a tap on the link in a chat. */
  readonly open: (path?: string) => Promise<VisitResult>
  /** Changes the page's URL without loading a page, as the app's router does. */
  readonly goTo: (url: string) => void
  /** Reloads the page, or loads `url` if given. The SDK's stored values are kept. */
  readonly reload: (url?: string) => void
  /**
   * Lets the user agree on LINE's login page, to which the app must have navigated. Then loads the app's page
   * again and resolves with its URL.
   */
  readonly completeLogin: (options?: { readonly addFriend?: boolean }) => Promise<string>
  /**
   * Lets the user decline on LINE's login page. Then loads the app's page again with LINE's error in its URL,
   * and resolves with that URL.
   */
  readonly denyLogin: () => Promise<string>
  /** Loads the page to which the app navigated last, such as the redirect for `liff.state`. Resolves with its URL. */
  readonly follow: () => Promise<string>
  /**
   * The result that the app sent to its opening page, if the app runs in a sub-window; null until it has sent
   * one.
   */
  readonly subWindowOutcome: () => SubWindow['outcome']
  /**
   * Ends the sub-window that the page opened last. Resolves after the SDK has called the page's `liff.subWindow.on`
   * listeners; at once if no sub-window is open.
   */
  readonly endSubWindow: (status: SubWindowEnd, result?: Readonly<Record<string, unknown>>) => Promise<void>
  readonly setFriendship: (state: Friendship) => void
  /**
   * Applies a JSON Merge Patch (RFC 7396) to the scenario. The error for an invalid field contains its path.
   */
  readonly patch: (patch: object) => void
  /** Loads another scenario, deletes the phone's stored values, and opens the app. */
  readonly load: (scenario: string | ScenarioInput) => Promise<void>
  /** Restores the loaded scenario, deletes the phone's stored values, and opens the app. */
  readonly reset: () => Promise<void>
  /** Ends the page and stops its timers, which would keep a program in plain Node running. */
  readonly close: () => Promise<void>
}

function answersOf({ screens }: Scenario): ScreenAnswers {
  const share = screens.sharePicker === 'cancel' ? 'cancel' : 'success'
  const quickFill = screens.quickFill === 'cancel' ? 'cancel' : 'fill'
  return { scan: screens.scanner, share, quickFill, addFriend: false, agree: async () => null }
}

/** Returns a check for one of the values, with its text for the error. */
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

/** Returns the app's own part of every scenario, with its LIFF id. */
export function baseOf({ base = {}, liffId }: Pick<HeadlessLiffOptions, 'base' | 'liffId'>): ScenarioBase {
  const [app] = base.apps ?? DEFAULT_SCENARIO.apps
  return liffId === undefined || app === undefined ? base : { ...base, apps: [{ ...app, liffId }] }
}

/**
 * Creates a headless LIFF for unit tests, with the app already opened. Its methods return the results and
 * throw the error codes and messages of @line/liff 2.26.1 in the given scenario. Its LINE is
 * emulated inside the test process.
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
    ...{ answers, origin, dom: await loadDom() },
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
    goTo: url => {
      const { happyDOM, location } = phone.page()
      happyDOM.setURL(new URL(url, location.href).href)
    },
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
