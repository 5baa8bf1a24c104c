import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { ASSETS_COOKIE } from '#contract/limits.ts'
import { openSite, type Site } from '#tests/bench/app/site.ts'
import { APART, addressOf, visit } from '#tests/bench/app/visit.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

const DIST = process.env.CAMPAIGN_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
const HOME = 'main a[href="/receipt"]'

const test = base.extend<object, { site: Site }>({
  site: [
    simpleFixture(
      () => openSite(DIST, { delayMs: () => 100, compress: false }),
      site => site.close(),
    ),
    { scope: 'worker' },
  ],
})
// The test serves LINE's hosts from other origins, which the app's Content Security Policy does not allow.
test.use({ bypassCSP: true })
test.beforeEach(({ context }) => context.addInitScript(APART))

/** The files of the scripts and styles that one of the two documents contains. */
const CONTAINED = /^\/assets\/(lib|index|first)-[\w-]{6}\.(js|css)$/

async function visitHome(page: Page, site: Site) {
  site.phone('line')
  return visit(page, site, addressOf(site, 'line'), HOME)
}

const contained = ({ arrivals }: Site) => arrivals.filter(({ path }) => CONTAINED.test(path))
const cookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === ASSETS_COOKIE)

test('a first visit needs two round trips: the document with its scripts, and the answers', {
  tag: '@core',
}, async ({ page, site }) => {
  // The two answers are requested at the same time, and home appears without any file.
  site.withheld.set('/api/master/activity', '/api/visit')
  for (const name of readdirSync(`${DIST}/assets`)) site.withheld.set(`/assets/${name}`, '/release')
  site.phone('line')
  site.arrivals.length = 0
  await page.goto(addressOf(site, 'line'), { waitUntil: 'commit' })
  await page.waitForSelector(HOME)
  await page.request.get(`${site.url}/release`)
  site.withheld.clear()
  await page.waitForLoadState('networkidle')
  expect(contained(site)).toEqual([])
  expect(await cookie(page)).toBeUndefined()
})

test('a later visit downloads the files that the document contains, and the next document is small', async ({
  page,
  site,
}) => {
  await visitHome(page, site)
  await page.waitForLoadState('networkidle')
  const [first] = site.arrivals.filter(({ host, path }) => host === 'app' && path === '/')
  await visitHome(page, site)
  await expect.poll(() => cookie(page), { timeout: 60_000 }).toMatchObject({ value: '1', secure: true })
  expect(contained(site)).toHaveLength(4)
  // Within five minutes, a visit would use the cached document.
  site.arrivals.length = 0
  await page.reload()
  await page.waitForSelector(HOME)
  const [small] = site.arrivals.filter(({ host, path }) => host === 'app' && path === '/')
  expect(small?.bytes).toBeGreaterThan(0)
  expect(small?.bytes).toBeLessThan((first?.bytes ?? 0) / 10)
  expect(contained(site)).toEqual([])
})

test('a first visit in English needs no further round trip, and the next one no request', async ({
  page,
  site,
}) => {
  const texts = readdirSync(`${DIST}/assets`).find(name => /^en-[\w-]{6}\.js$/.test(name))
  await page.addInitScript(() => localStorage.setItem('campaign:lang', 'en'))
  // The answer never comes unless the texts are requested before it.
  site.withheld.set('/api/visit', `/assets/${texts}`)
  await visitHome(page, site)
  site.withheld.clear()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.waitForLoadState('networkidle')
  const again = await visitHome(page, site)
  expect(again.requests, site.arrivals.map(({ path }) => path).join(' ')).toBe(0)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
