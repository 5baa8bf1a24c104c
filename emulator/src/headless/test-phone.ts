import { seedOf } from '../build-page-config.ts'
import type { InProcessLine } from '../in-process-line.ts'
import { IN_CLIENT_KEY, writeSeed } from '../page/session.ts'
import type { Seed } from '../page-config.ts'
import type { App } from '../scenario/schema.ts'
import { endpointOf } from '../world/selectors.ts'
import { type VisitResult, visit } from './browser.ts'
import { endInWorld, type SubWindowEnd } from './line-app.ts'
import { type PhoneHost, phonePages } from './phone-page.ts'
import { createProfile } from './profile.ts'
import { clearRecord, emptyRecord } from './recorded.ts'
import type { PageWindow } from './sdk-page.ts'

/** Id (`msit`) of the sub-window in which the app itself runs. */
export const OWN_MSIT = 'msit_own'

/** Creates the test's phone. It has no open page until `restart` is called. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions share the phone's page and storage.
export function createTestPhone(emulated: InProcessLine, host: PhoneHost) {
  const { line } = emulated
  const recorded = emptyRecord()
  const scenario = () => line.world().scenario
  const now = () => line.now() + scenario().clock.skewMs
  const profile = createProfile(now)
  const { cookies, localStorage, sessionStorage } = profile
  const openPage = phonePages(emulated, host, profile, recorded, now)
  let page: PageWindow
  let seed: Seed | null = null
  /** Sub-windows that no page watches any longer, because their page has unloaded or its SDK has given up. */
  let forgotten: readonly string[] = []
  /** Number of recorded navigations when the test last answered a login. */
  let answered = 0
  const forget = () => {
    forgotten = Object.keys(line.world().subWindows)
  }

  const inLiffBrowser = () => scenario().environment.kind === 'liff'
  const losesCookies = () => scenario().environment.cookies === 'lost'
  // A scenario always has at least one app.
  const app = () => scenario().apps[0] as App

  /** Loads a page and returns its URL. The values stored by the SDK are kept. */
  function load(url: string): string {
    void page?.happyDOM.abort()
    forget()
    if (!inLiffBrowser()) sessionStorage.removeItem(IN_CLIENT_KEY)
    if (seed) writeSeed(seed, inLiffBrowser() ? sessionStorage : localStorage, cookies)
    page = openPage(url)
    page.liff.subWindow.on('error', forget)
    return url
  }

  /** Adds the hash parameters that LINE sets in a sub-window. */
  function inSubWindow(url: string): string {
    if (!host.subWindow) return url
    const { liffId } = app()
    const ids = { mainLiffId: liffId, subLiffId: liffId, mstChallenge: 'main', mst: null }
    const subWindow = { ...ids, appData: host.subWindow.appData ?? null, outcome: null }
    line.dispatch({ type: 'sub-window', msit: OWN_MSIT, subWindow })
    return `${url}${url.includes('#') ? '&' : '#'}msit=${OWN_MSIT}&mst_verifier=main`
  }

  async function open(path = ''): Promise<VisitResult> {
    // The LIFF browser starts each session with empty session storage; other browsers keep it.
    if (inLiffBrowser()) sessionStorage.clear()
    const fetch = scenario().network.kind === 'online' ? emulated.fetch : emulated.serverFetch
    const result = await visit(fetch, `https://liff.line.me/${app().liffId}${path}`)
    if (losesCookies()) cookies.clear()
    load(inSubWindow(result.at === 'app' ? result.url : endpointOf(app(), host.origin)))
    return result
  }

  return {
    recorded,
    open,
    load,
    page: () => page,
    /** Answers LINE's login page, to which the app must have navigated. Resolves to the URL of the next page. */
    async answerLogin(allow: boolean, addFriend: boolean): Promise<string> {
      const isLogin = (url: string) => url.startsWith('https://access.line.me/')
      const loginUrl = recorded.navigations.slice(answered).findLast(isLogin)
      if (loginUrl === undefined) throw new Error('The page has not navigated to LINE’s login.')
      const result = await visit(emulated.fetch, loginUrl, { allow, addFriend })
      if (result.at === 'line') throw new Error(`LINE answered the login with status ${result.status}.`)
      if (!allow && new URL(result.url).searchParams.has('code'))
        throw new Error(
          'LINE has not asked the user, who has agreed before. Add the scenario first-consent: "not-in-client+first-consent".',
        )
      answered = recorded.navigations.length
      if (scenario().environment.loginBrowser === 'other')
        for (const kept of Object.values(profile)) kept.clear()
      if (losesCookies()) cookies.clear()
      return load(result.url)
    },
    /**
     * Ends the sub-window that the page opened last. Resolves once the page has been notified, or immediately if none
     * is open.
     */
    async endSubWindow(status: SubWindowEnd, result: Readonly<Record<string, unknown>>): Promise<void> {
      const { subWindows } = line.world()
      const isOpen = (id: string) => !forgotten.includes(id) && subWindows[id]?.outcome === null
      const msit = Object.keys(subWindows).findLast(isOpen)
      if (msit === undefined) return
      const { subWindow } = page.liff
      // The SDK reports an error if it loses the connection.
      const heard = new Promise<void>(resolve => {
        for (const event of [status, 'error'] as const) subWindow.on(event, () => resolve())
      })
      endInWorld(line, msit, { status, result })
      await heard
    },
    async restart(): Promise<void> {
      for (const kept of Object.values(profile)) kept.clear()
      clearRecord(recorded)
      answered = 0
      emulated.clearRequests()
      seed = await seedOf(line, host.origin)
      await open()
      if (!seed?.everyLoad) seed = null
    },
  }
}
