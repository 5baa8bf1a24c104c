import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#tools/chromium.mjs'

/** The browser of one phone. Its tabs share their storage. */
export type PhoneBrowser = {
  readonly page: Page
  readonly context: Pick<BrowserContext, 'newPage' | 'addInitScript'>
  /** Opens a URL in a tab. Does not wait for the page to load, because it may redirect to LINE Login first. */
  visit(page: Page, url: string): Promise<void>
  /** Returns the names of the cookies that the page's server can read. */
  cookies(): Promise<readonly string[]>
  /** Disconnects the phone from the network, or reconnects it. */
  setOffline(offline: boolean): Promise<void>
  /** Crashes a page's process, as a phone does when it runs out of memory. */
  crash(page: Page): Promise<void>
  /** Deletes everything that an origin has stored, as a full phone does. Call this only while no app page is open. */
  evictStorage(origin: string): Promise<void>
  /** Starts another browser with a profile in this folder. The profile survives when the browser is killed. */
  startWithProfile(folder: string): Promise<ProfileBrowser>
}

type ProfileBrowser = {
  readonly page: Page
  kill(): Promise<void>
  close(): Promise<void>
}

export function chromiumPhone(page: Page, context: BrowserContext): PhoneBrowser {
  return {
    page,
    context,
    visit: async (tab, url) => void (await tab.goto(url, { waitUntil: 'commit' })),
    cookies: async () => (await context.cookies()).map(({ name }) => name),
    setOffline: offline => context.setOffline(offline),
    async crash(crashed) {
      const gone = crashed.waitForEvent('crash')
      const cdp = await context.newCDPSession(crashed)
      cdp.send('Page.crash').catch(() => undefined)
      await gone
    },
    async evictStorage(origin) {
      const cdp = await context.newCDPSession(page)
      await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    },
    async startWithProfile(folder) {
      const own = await chromium.launchPersistentContext(folder, {
        executablePath: chromiumPath() ?? '',
        args: [...chromiumArgs],
        viewport: { width: 390, height: 844 },
        locale: 'th-TH',
        timezoneId: 'Asia/Bangkok',
      })
      const first = own.pages()[0] ?? (await own.newPage())
      return {
        page: first,
        async kill() {
          const gone = own.waitForEvent('close')
          const cdp = await own.newCDPSession(first)
          cdp.send('Browser.crash').catch(() => undefined)
          await gone
        },
        close: () => own.close(),
      }
    },
  }
}
