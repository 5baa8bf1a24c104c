import { seedOf } from '../build-page-config.ts'
import type { InProcessLine } from '../in-process-line.ts'
import { type Seed, STORE_PREFIX } from '../page-config.ts'
import { endpointOf } from '../world/selectors.ts'
import { type VisitResult, visit } from './browser.ts'
import { endInWorld, type SubWindowEnd } from './line-app.ts'
import { type PhoneHost, phonePages } from './phone-page.ts'
import { createProfile } from './profile.ts'
import { clearRecord, emptyRecord, type Recorded } from './recorded.ts'
import type { SdkPage } from './sdk-page.ts'

/** LINE's id (`msit`) of the sub-window in which the app itself runs. */
export const OWN_MSIT = 'msit_own'

/** The phone of a test: the page that is open, and the navigations that a user can make. */
export type TestPhone = {
  readonly page: () => SdkPage
  readonly recorded: Recorded
  /** Opens the app from its LIFF URL. */
  readonly open: (path?: string) => Promise<VisitResult>
  /** Loads a page and returns its URL. The SDK's stored values are kept. */
  readonly load: (url: string) => string
  /**
   * Answers LINE's login page, to which the app must have navigated. Resolves with the URL of the page that
   * opens next.
   */
  readonly answerLogin: (allow: boolean, addFriend: boolean) => Promise<string>
  /** Ends the sub-window that the page has opened last. Resolves when the page knows it; at once if none is open. */
  readonly endSubWindow: (status: SubWindowEnd, result: Readonly<Record<string, unknown>>) => Promise<void>
  /** Deletes the phone's stored values and opens the app. */
  readonly restart: () => Promise<void>
}

/** Resolves when the SDK has told the page how its sub-window has ended. It reports an error if it loses the connection. */
function hearsEnd({ subWindow }: SdkPage['liff'], status: SubWindowEnd): Promise<void> {
  return new Promise(resolve => {
    const events = [status, 'error'] as const
    const heard = () => {
      for (const event of events) subWindow.off(event, heard)
      resolve()
    }
    for (const event of events) subWindow.on(event, heard)
  })
}

/** Creates a phone without an open page; `restart` opens the app for the first time. */
export function createTestPhone(emulated: InProcessLine, host: PhoneHost): TestPhone {
  const { line } = emulated
  const { origin } = host
  const recorded = emptyRecord()
  const scenario = () => line.world().scenario
  const now = () => line.now() + scenario().clock.skewMs
  const profile = createProfile(now)
  const openPage = phonePages(emulated, host, profile, recorded, now)
  let page: SdkPage | null = null
  let seed: Seed | null = null
  /** The sub-windows that no page watches any more: the page was left, or its SDK has given up. */
  let forgotten: readonly string[] = []
  const forget = () => {
    forgotten = Object.keys(line.world().subWindows)
  }

  const inLiffBrowser = () => scenario().environment.kind === 'liff'
  const app = () => {
    const [first] = scenario().apps
    if (!first) throw new Error('The scenario has no app.')
    return first
  }
  const current = () => {
    if (page === null) throw new Error('The phone has not opened the app.')
    return page
  }

  function load(url: string): string {
    page?.leave()
    forget()
    // The SDK remembers here that it runs inside LINE, and would not check the user agent again.
    if (!inLiffBrowser()) profile.sessionStorage.removeItem(`${STORE_PREFIX}isInClient`)
    if (seed?.everyLoad) profile.seed(seed, inLiffBrowser())
    page = openPage(url)
    page.liff.subWindow.on('error', forget)
    return url
  }

  /** If the app runs in a sub-window, adds the hash parameters with which LINE opens a sub-window. */
  function inSubWindow(url: string): string {
    if (!host.subWindow) return url
    const { liffId } = app()
    const ids = { mainLiffId: liffId, subLiffId: liffId, mstChallenge: 'main', mst: null }
    const subWindow = { ...ids, appData: host.subWindow.appData ?? null, outcome: null }
    line.dispatch({ type: 'sub-window', msit: OWN_MSIT, subWindow })
    return `${url}${url.includes('#') ? '&' : '#'}msit=${OWN_MSIT}&mst_verifier=main`
  }

  async function open(path = ''): Promise<VisitResult> {
    // The LIFF browser starts each session with empty storage; another browser keeps its storage.
    if (inLiffBrowser()) profile.sessionStorage.clear()
    if (seed) profile.seed(seed, inLiffBrowser())
    const offline = scenario().network.kind !== 'online'
    const result = await visit(
      offline ? emulated.serverFetch : emulated.fetch,
      `https://liff.line.me/${app().liffId}${path}`,
    )
    load(inSubWindow(result.at === 'app' ? result.url : endpointOf(app(), origin)))
    return result
  }

  return {
    ...{ page: current, recorded, open, load },
    async answerLogin(allow, addFriend) {
      const loginUrl = recorded.navigations.findLast(url => url.startsWith('https://access.line.me/'))
      if (loginUrl === undefined) throw new Error('The page has not navigated to LINE’s login.')
      const result = await visit(emulated.fetch, loginUrl, { allow, addFriend })
      if (result.at === 'line') throw new Error(`LINE answered the login with status ${result.status}.`)
      return load(result.url)
    },
    async endSubWindow(status, result) {
      const all = Object.entries(line.world().subWindows)
      const isOpen = ([id, { outcome }]: (typeof all)[number]) => !forgotten.includes(id) && outcome === null
      const [msit] = all.findLast(isOpen) ?? []
      if (msit === undefined) return
      const heard = hearsEnd(current().liff, status)
      endInWorld(line, msit, { status, result })
      await heard
    },
    async restart() {
      profile.clear()
      clearRecord(recorded)
      emulated.clearRequests()
      seed = await seedOf(line, origin)
      await open()
      if (!seed?.everyLoad) seed = null
    },
  }
}
