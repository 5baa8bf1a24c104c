import type { Page } from '@playwright/test'
import { addressOf, visit } from '#tests/bench/app/visit.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { goWithin } from '#tests/kit/customer.ts'
import { expect, HOME, test } from '#tests/kit/site-e2e.ts'

const OWN_FILES = 2

test.use({ delayMs: 0 })
// Keeps the browser from becoming idle, because the app would then load all screens.
test.beforeEach(({ context }) =>
  context.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 })),
)

/** Screens of each kind: a form, a list, two that need the rest of home, and one from after the campaign's end. */
const some = ['/receipt', '/receiptHistory', '/profile', '/register', '/confirm']
const all = [
  '/answer',
  '/receipt',
  '/receipt/01920000-0000-7000-8000-000000000000',
  '/receipt/01920000-0000-7000-8000-000000000000/edit',
  '/profile',
  '/updateProfile',
  '/receiptHistory',
  '/answerHistory',
  '/entries',
  '/outbox',
  '/register',
  '/watingAnouncer',
  '/thanks',
  '/comingsoon',
  '/qrcode',
  '/confirm',
  '/endCampaign',
  '/help',
  '/nowhere',
]

const paths = inCircle({ push: some, merge: some, nightly: all })

/** Returns the scripts and style sheets that the page requests while `act` runs. */
async function filesOf(page: Page, act: () => Promise<unknown>): Promise<readonly string[]> {
  const files: string[] = []
  const add = (request: { url(): string }) => {
    const file = /\/assets\/(.*)-[\w-]{6}(\.(?:js|css))$/.exec(request.url())
    if (file) files.push(`${file[1]}${file[2]}`)
  }
  page.on('request', add)
  await act()
  await page.waitForLoadState('networkidle')
  page.off('request', add)
  return files
}

test('after home, no screen waits for more than two files', async ({ page, site }) => {
  test.slow()
  site.phone('browser')
  await visit(page, site, addressOf(site, 'browser'), HOME)
  const waited: Record<string, readonly string[]> = {}
  for (const path of paths) {
    await page.goto(`${site.url}/`)
    await page.waitForSelector(HOME)
    await page.waitForLoadState('networkidle')
    waited[path] = await filesOf(page, () => goWithin(page, path))
  }
  // A page that was stopped during startup never shows home.
  waited.stopped = await filesOf(page, () =>
    page.evaluate(() =>
      (window as unknown as { loadChunk(name: string): Promise<unknown> })
        .loadChunk('stopped')
        .then(() => {}),
    ),
  )
  // Most screens have their own file, and this test must have seen them.
  expect(Object.values(waited).filter(files => files.length > 0).length).toBeGreaterThan(paths.length / 2)
  expect(Object.entries(waited).filter(([, files]) => files.length > OWN_FILES)).toEqual([])
})
