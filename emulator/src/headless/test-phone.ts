import { randomBytes } from 'node:crypto'
import { buildPageConfig } from '../build-page-config.ts'
import type { Seed } from '../page-config.ts'
import { type VisitResult, visit } from './browser.ts'
import type { EmulatedLine } from './emulated-line.ts'
import { answerAsLineApp } from './line-app.ts'
import { leavePage, newPage, type Page } from './page-state.ts'
import { ExpiryCookies, SdkStore } from './page-storage.ts'
import { emptyRecord, inClient, type Phone, type Recorded } from './phone.ts'
import { restoreTokens } from './restore-tokens.ts'
import type { ScreenAnswers } from './screen-answers.ts'
import { createTestWindow } from './test-window.ts'

/** LINE's id (`msit`) of the sub-window in which the app itself runs. */
export const OWN_MSIT = 'msit_own'

export type TestPhoneOptions = {
  readonly origin: string
  readonly answers: () => ScreenAnswers
  /** Set this to run the app in a sub-window. */
  readonly subWindow: { readonly appData?: Readonly<Record<string, unknown>> } | undefined
}

/** The phone of a test, with the navigations that a user can make on it. */
export type TestPhone = {
  readonly phone: Phone
  /** Opens the app from its LIFF URL. */
  readonly open: (path?: string) => Promise<VisitResult>
  /** Loads a page and returns its URL. The SDK's stored values are kept. */
  readonly load: (url: string) => string
  /**
   * Answers LINE's login page, to which the app must have navigated. Resolves with the URL of the page that
   * opens next.
   */
  readonly answerLogin: (allow: boolean, addFriend: boolean) => Promise<string>
  /** Deletes the phone's stored values and opens the app. */
  readonly restart: () => Promise<void>
}

function clearRecord(recorded: Recorded): void {
  recorded.navigations.length = 0
  recorded.windows.length = 0
  recorded.opened.length = 0
  recorded.bridge.length = 0
  recorded.alerts.length = 0
  recorded.closed = 0
}

function createPhone(emulated: EmulatedLine, page: () => Page, answers: () => ScreenAnswers): Phone {
  const { line } = emulated
  const recorded = emptyRecord()
  const testWindow = createTestWindow(recorded, () => line.world().scenario)
  const { dom } = testWindow
  const phone: Phone = {
    scenario: () => line.world().scenario,
    fetch: emulated.fetch,
    lineScreen: emulated.fetch,
    now: () => line.now() + line.world().scenario.clock.skewMs,
    random: length => randomBytes(length).toString('base64url').slice(0, length),
    page,
    // A test's page has no page of LINE before it, so the SDK's special case for logins on Android does not occur.
    arrival: { referrer: '', historyLength: 2 },
    store: new SdkStore(() => (inClient(phone) ? dom?.sessionStorage : dom?.localStorage) ?? null),
    expires: new ExpiryCookies(dom),
    recorded,
    bridge: message => answerAsLineApp(line, message, answers()),
    ...testWindow,
  }
  return phone
}

/** Creates a phone without an open page; `restart` opens the app for the first time. */
export function createTestPhone(emulated: EmulatedLine, options: TestPhoneOptions): TestPhone {
  const { line } = emulated
  const { origin, answers } = options
  let page = newPage(origin)
  let seed: Seed | null = null
  const phone = createPhone(emulated, () => page, answers)
  const { recorded } = phone

  const app = () => {
    const [first] = line.world().scenario.apps
    if (!first) throw new Error('The scenario has no app.')
    return first
  }
  const endpoint = () => new URL(app().endpointUrl, origin).href

  const load = (url: string) => {
    leavePage(page)
    page = newPage(url, options.subWindow !== undefined)
    if (seed?.everyLoad) restoreTokens(phone, seed)
    return url
  }

  /** If the app runs in a sub-window, adds the hash parameters with which LINE opens a sub-window. */
  const inSubWindow = (url: string) => {
    if (!options.subWindow) return url
    const { liffId } = app()
    const appData = options.subWindow.appData ?? null
    const subWindow = { mainLiffId: liffId, subLiffId: liffId, mstChallenge: 'main', appData }
    line.dispatch({
      type: 'sub-window',
      msit: OWN_MSIT,
      subWindow: { ...subWindow, mst: null, outcome: null },
    })
    return `${url}${url.includes('#') ? '&' : '#'}msit=${OWN_MSIT}&mst_verifier=main`
  }

  const open = async (path = '') => {
    // The LIFF browser starts each session with empty storage; another browser keeps its storage.
    if (phone.scenario().environment.kind === 'liff') phone.store.clear()
    if (seed) restoreTokens(phone, seed)
    const offline = phone.scenario().network.kind !== 'online'
    const result = await visit(
      offline ? emulated.serverFetch : emulated.fetch,
      `https://liff.line.me/${app().liffId}${path}`,
    )
    load(inSubWindow(result.at === 'app' ? result.url : endpoint()))
    return result
  }

  return {
    phone,
    open,
    load,
    async answerLogin(allow, addFriend) {
      const loginUrl = recorded.navigations.findLast(url => url.startsWith('https://access.line.me/'))
      if (loginUrl === undefined) throw new Error('The page has not navigated to LINE’s login.')
      const result = await visit(emulated.fetch, loginUrl, { allow, addFriend })
      if (result.at === 'line') throw new Error(`LINE answered the login with status ${result.status}.`)
      return load(result.url)
    },
    async restart() {
      phone.store.clear()
      phone.expires.clear()
      clearRecord(recorded)
      emulated.clearRequests()
      seed = (await buildPageConfig(line, origin)).seed
      await open()
      if (!seed?.everyLoad) seed = null
    },
  }
}
