import type { Browser, Page, Route } from '@playwright/test'
import { APP_ORIGIN } from './scenario-from-setup.ts'

/** An address of the app's origin that is no case's: going there ends the page before. */
const BETWEEN_CASES = `${APP_ORIGIN}/__between-cases`
const BETWEEN_PAGE =
  '<!doctype html><script>localStorage.clear();sessionStorage.clear();window.name=""</script>'

/** What one case hangs into a slot. */
type SlotCase = {
  readonly userAgent: string
  readonly locale: string
  readonly answer: (route: Route) => Promise<void>
  readonly onConsole: (text: string) => void
}

/** One page that carries a case after the other, each with no storage, no cookie and no script of the one before. */
export type BrowserSlot = {
  readonly page: Page
  readonly begin: (one: SlotCase) => Promise<void>
  /** The page of the case is gone when this resolves. */
  readonly end: () => Promise<void>
}

/** Opening a page costs several times what a case does: slots are opened once and lent out. */
export async function openSlot(browser: Browser): Promise<BrowserSlot> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  let current: SlotCase | null = null
  page.on('console', message => current?.onConsole(message.text()))
  await context.route('**/*', route => {
    if (route.request().url() === BETWEEN_CASES)
      return route.fulfill({ contentType: 'text/html', body: BETWEEN_PAGE })
    return current ? current.answer(route) : route.abort()
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
