import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ASSETS_COOKIE } from '#contract/limits.ts'
import type { Person, Site } from '#tests/bench/app/site.ts'
import { addressOf, visit, watch } from '#tests/bench/app/visit.ts'
import { DIST, expect, HOME, test } from '#tests/kit/site-e2e.ts'

const JOIN = 'main [class*=join] button'
/** The last of the landing's content that is drawn before React: the dates, below the prizes. */
const DATES = 'main dl'

/** The script and style files that one of the two documents contains inline. */
const CONTAINED = /^\/assets\/(lib|queue|index|first|welcome)-[\w-]{6}\.(js|css)$/

async function visitHome(page: Page, site: Site) {
  site.phone('line')
  return visit(page, site, addressOf(site, 'line'), HOME)
}

const contained = ({ arrivals }: Site) => arrivals.filter(({ path }) => CONTAINED.test(path))
const cookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === ASSETS_COOKIE)

/** The possible first screens of a visit in LINE, each with one of its elements. */
const screens = [
  { screen: 'home', person: 'customer', selector: HOME },
  { screen: 'the landing with its dates', person: 'new', selector: DATES },
] as const

/**
 * Opens the campaign while all requests for files hang. Returns the requests that the page made before the screen
 * appeared.
 */
async function withoutFiles(page: Page, site: Site, person: Person, selector: string) {
  for (const name of readdirSync(`${DIST}/assets`)) site.withheld.set(`/assets/${name}`, '/release')
  site.phone('line', false, person)
  site.arrivals.length = 0
  await page.addInitScript(watch(selector))
  await page.goto(addressOf(site, 'line'), { waitUntil: 'commit' })
  await page.waitForSelector(selector)
  const appeared = await page.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByName('there')[0]?.startTime ?? 0),
  )
  // Both screens are painted in two frames. After the first frame, before the links and the dates exist, the page loads
  // the customer's picture, the headings' font and the landing's own script.
  const painted = /^profile\.line-scdn\.net|\.woff2$|\/landing-/
  return site.arrivals.filter(
    ({ at, host, path }) => at <= appeared && host !== 'liff.line.me' && !painted.test(`${host}${path}`),
  )
}

for (const { screen, person, selector } of screens)
  test(`a first visit has ${screen} after two round trips: the document with its scripts, and the answers`, {
    tag: '@core',
  }, async ({ page, site }) => {
    // The server withholds the activity until the app has requested the sign-in, so the app must request both at the
    // same time. It sends no file before the screen appears.
    site.withheld.set('/api/master/activity', '/api/visit')
    const before = await withoutFiles(page, site, person, selector)
    // React and the frame around the screens load at the same time as the answers. LINE's SDK loads later.
    expect(before.map(({ path }) => path.replace(/-[\w-]{6}\.js$/, '')).toSorted()).toEqual([
      '/',
      '/api/master/activity',
      '/api/visit',
      '/assets/react',
      '/assets/view',
    ])
    await page.request.get(`${site.url}/release`)
    site.withheld.clear()
    await page.waitForLoadState('networkidle')
    expect(contained(site)).toEqual([])
    expect(await cookie(page)).toBeUndefined()
  })

test('the landing’s button works before React has loaded', async ({ page, site }) => {
  await withoutFiles(page, site, 'new', JOIN)
  await page.locator(JOIN).click()
  await expect(page).toHaveURL(/\/register\?step=terms/)
  await page.request.get(`${site.url}/release`)
  site.withheld.clear()
  await expect(page.locator('main input[name=consentTerms]')).toBeVisible()
  await page.goBack()
  await expect(page.locator(JOIN)).toBeVisible()
})

test('a later visit gets the files, and the next document is small', async ({ page, site }) => {
  await visitHome(page, site)
  await page.waitForLoadState('networkidle')
  const [first] = site.arrivals.filter(({ host, path }) => host === 'app' && path === '/')
  await visitHome(page, site)
  await expect.poll(() => cookie(page), { timeout: 60_000 }).toMatchObject({ value: '1', secure: true })
  expect(contained(site)).toHaveLength(6)
  // Without a reload, a visit within five minutes would use the cached document.
  site.arrivals.length = 0
  await page.reload()
  await page.waitForSelector(HOME)
  const [small] = site.arrivals.filter(({ host, path }) => host === 'app' && path === '/')
  expect(small?.bytes).toBeGreaterThan(0)
  expect(small?.bytes).toBeLessThan((first?.bytes ?? 0) / 10)
  expect(contained(site)).toEqual([])
})

test('a first visit in English needs no further round trip, and the next one no request', {
  tag: '@nightly',
}, async ({ page, site }) => {
  const texts = readdirSync(`${DIST}/assets`).find(name => /^en-[\w-]{6}\.js$/.test(name))
  await page.addInitScript(() => localStorage.setItem('campaign:lang', 'en'))
  // The server withholds its answer until the app has requested the texts.
  site.withheld.set('/api/visit', `/assets/${texts}`)
  await visitHome(page, site)
  site.withheld.clear()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.waitForLoadState('networkidle')
  const again = await visitHome(page, site)
  expect(again.requests, site.arrivals.map(({ path }) => path).join(' ')).toBe(0)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
