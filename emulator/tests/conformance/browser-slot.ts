import type { Browser, Page, Route } from '@playwright/test'
import type { PageAnswer, PageRequest } from './page-network.ts'
import { APP_ORIGIN } from './scenario-from-setup.ts'

/** A page on the app's origin that belongs to no case. Opening it ends the previous case's page. */
export const BETWEEN_CASES = `${APP_ORIGIN}/__between-cases`
export const BETWEEN_PAGE =
  '<!doctype html><script>localStorage.clear();sessionStorage.clear();window.name=""</script>'

type SlotCase = {
  readonly userAgent: string
  readonly locale: string
  readonly answer: (request: PageRequest) => Promise<PageAnswer | null>
}

/** A browser page that runs one case after another. Each case starts without the last case's storage and cookies. */
export type BrowserSlot = {
  readonly page: Page
  readonly begin: (one: SlotCase) => Promise<void>
  /** Resolves when the browser has left the case's page and the page's storage is empty. */
  readonly end: () => Promise<void>
}

/** Opens a browser page for reuse: opening a page takes several times as long as running a case. */
export async function openSlot(browser: Browser): Promise<BrowserSlot> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  let current: SlotCase | null = null
  await context.route('**/*', route => {
    if (route.request().url() === BETWEEN_CASES)
      return route.fulfill({ contentType: 'text/html', body: BETWEEN_PAGE })
    return current ? answer(route, current) : route.abort()
  })
  const clear = async () => {
    await page.goto(BETWEEN_CASES)
    current = null
    await context.clearCookies()
  }
  await clear()
  return {
    page,
    async begin(one) {
      current = one
      const { userAgent, locale } = one
      await devtools.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale })
    },
    end: clear,
  }
}

async function answer(route: Route, { answer: of }: SlotCase): Promise<void> {
  const request = route.request()
  const answered = await of({
    ...{ method: request.method(), url: request.url(), headers: request.headers() },
    ...{ body: request.postDataBuffer(), forScript: request.resourceType() === 'script' },
  })
  // A long poll may be answered after the page has closed, so ignore the error.
  await (answered === null ? route.abort('failed') : route.fulfill(answered)).catch(() => undefined)
}
