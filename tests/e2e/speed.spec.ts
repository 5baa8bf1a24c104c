import type { Page } from '@playwright/test'
import { terms as texts } from '#campaign/terms.th.ts'
import type { Arrival, Site } from '#tests/bench/app/site.ts'
import { addressOf, visit } from '#tests/bench/app/visit.ts'
import { goWithin } from '#tests/kit/customer.ts'
import { readRecords, writeRecords } from '#tests/kit/phone-storage.ts'
import { expect, HOME, test } from '#tests/kit/site-e2e.ts'

// These tests limit the number of requests per visit, on any machine. `npm run bench` measures times.
const TITLE = 'main h1[tabindex]'

async function visitDeep(page: Page, site: Site) {
  site.phone('line')
  const counts = await visit(page, site, addressOf(site, 'line', '/receiptHistory?logstate=poster'), TITLE)
  await page.waitForLoadState('networkidle')
  return { ...counts, documents: site.arrivals.filter(({ host, path }) => host === 'app' && isPage(path)) }
}

const isPage = (path: string) => !path.startsWith('/api/') && !/\.\w+$/.test(path)

async function visitHome(page: Page, site: Site, kind: 'line' | 'browser', worker?: boolean) {
  site.phone(kind, worker)
  return visit(page, site, addressOf(site, kind), HOME)
}

/** Waits for the sign-in and the log events, which would otherwise count in the next visit. */
async function quiet(page: Page, site: Site) {
  const signIn = ({ path, end }: Arrival) => path === '/api/visit' && end < Number.POSITIVE_INFINITY
  await expect.poll(() => site.arrivals.some(signIn)).toBe(true)
  await expect.poll(() => readRecords(page, 'q/log/')).toEqual([])
  await page.waitForLoadState('networkidle')
}

/** Reloads the page once, so that the worker controls it. */
async function byWorker(page: Page, site: Site) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await quiet(page, site)
  site.arrivals.length = 0
  await page.reload()
  await page.waitForSelector(HOME)
  await quiet(page, site)
}

test('a first visit in LINE loads the activity and signs in concurrently, and home waits for nothing else', {
  tag: '@core',
}, async ({ page, site }) => {
  site.withheld.set('/api/master/activity', '/api/visit')
  await visitHome(page, site, 'line')
  site.withheld.clear()
  // The app calls LINE's hosts in parallel. Those calls need preflights, but the calls for home do not.
  const preflights = site.arrivals.filter(({ host, method }) => host === 'app' && method === 'OPTIONS')
  expect(preflights).toEqual([])
  const first = (path: string) => site.arrivals.find(arrival => arrival.path === path)
  const activity = first('/api/master/activity')
  const login = first('/api/visit')
  // The app calls LINE in parallel, and home does not wait for LINE's response.
  const needed = site.arrivals.filter(({ end }) => end <= Math.max(activity?.end ?? 0, login?.end ?? 0))
  // Home does not wait for these scripts. The landing is for new customers.
  const later = /\/assets\/(liff-sdk|landing)-/
  const own = needed.filter(({ host, path }) => host === 'app' && !later.test(path))
  // Five scripts load in parallel, because each changes at its own rate (decision 023). The bundler adds another
  // script.
  expect(own.length, own.map(({ path }) => path).join(' ')).toBeLessThanOrEqual(10)

  await test.step('the next visit within five minutes renders home without a request', async () => {
    await page.waitForLoadState('networkidle')
    const again = await visitHome(page, site, 'line')
    expect(again.requests, site.arrivals.map(({ path }) => path).join(' ')).toBe(0)
  })

  await test.step('only the visible ones of a thousand receipts are rendered', async () => {
    const receipts = Array.from({ length: 1000 }, (_, n) => receipt(n))
    const key = `u/${site.customerId}/receipts`
    await page.waitForLoadState('networkidle')
    await writeRecords(page, [{ entries: [[key, { v: 1, at: Date.now(), etag: null, value: receipts }]] }])
    // Blocks both calls, which would return the server's empty list.
    await page.route(/\/api\/(visit|receipt\/customerHistory)/, route => route.abort())
    await page.goto(`${site.url}/receiptHistory`)
    const cards = page.locator('main a[href^="/receipt/"]')
    await expect(cards).toHaveCount(1000)
    const drawn = await cards.evaluateAll(
      all =>
        all.filter(card => card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })).length,
    )
    expect(drawn).toBeGreaterThan(2)
    expect(drawn).toBeLessThan(60)
  })
})

test('a new customer is created after the answers of LINE, also if the landing has been open for a while', async ({
  page,
  site,
}) => {
  site.phone('line', false, 'new')
  const create = '/api/authorization/register'
  site.withheld.set('/friendship/v1/status', '/release')
  await visit(page, site, addressOf(site, 'line'), TITLE)
  await expect(page).toHaveURL(/\/register$/)
  const find = (path: string) => site.arrivals.find(arrival => arrival.path === path)
  await expect.poll(() => find('/friendship/v1/status')).toBeDefined()
  expect(find(create)).toBeUndefined()

  await page.request.get(`${site.url}/release`)
  site.withheld.clear()
  await expect
    .poll(() => find(create)?.end ?? Number.POSITIVE_INFINITY)
    .toBeLessThan(Number.POSITIVE_INFINITY)
  const friendship = site.arrivals.findLast(({ path }) => path === '/friendship/v1/status')
  expect(find(create)?.at).toBeGreaterThanOrEqual(friendship?.end ?? Number.POSITIVE_INFINITY)
  await expect(page).toHaveURL(/\/register$/)
})

test('a deep link in LINE loads one document, and so does the next visit', async ({ page, site }) => {
  const first = await visitDeep(page, site)
  expect(first.documents.map(({ path }) => path)).toEqual(['/'])
  const again = await visitDeep(page, site)
  expect(again.documents).toEqual([])
  expect(again.requests, site.arrivals.map(({ path }) => path).join(' ')).toBe(0)
})

test('the consents need no files except those of the landing', async ({ page, site }) => {
  site.phone('line', false, 'new')
  // All other files never get an answer.
  const others = /\/assets\/(?!(index|lib|rolldown-runtime|first|react|view|landing|liff-sdk)-)/
  await page.route(others, () => {})
  await page.goto(addressOf(site, 'line'))
  await page.getByRole('button', { name: 'เข้าร่วม' }).click()
  await expect(page.getByRole('checkbox', { name: /เงื่อนไขกิจกรรม/ })).toBeVisible()
  await expect(page.getByText(texts['campaign.termsShort'])).toBeVisible()
})

/** Returns the visit's calls to the server, without the public lists of addresses and stores, which a CDN serves. */
const callsOf = (site: Site) =>
  site.arrivals
    .filter(({ host, path }) => host === 'app' && /^\/api\/(?!master\/all)/.test(path))
    .map(({ method, path }) => `${method} ${path}`)

test('a visit makes at most three calls at the server', async ({ page, site }) => {
  const logged: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/log/batch')) logged.push(request.postData() ?? '')
  })
  const counts = () => callsOf(site).toSorted()
  // The customer's first visit also creates the reward.
  await visitHome(page, site, 'line')
  await quiet(page, site)
  // The app found the stored value that keeps this visit from reporting its times, and did not create a second one.
  const sampled = () => Object.entries(sessionStorage).filter(([key]) => key.endsWith('report-times'))
  expect(await page.evaluate(sampled)).toEqual([['campaign:report-times', 'false']])
  expect(callsOf(site).length, callsOf(site).join(' ')).toBeLessThanOrEqual(3)
  const twice = ['GET /api/master/activity', 'POST /api/visit']
  for (const visitNo of ['first', 'second'])
    await test.step(`the ${visitNo} visit in LINE`, async () => {
      await visitHome(page, site, 'line')
      await quiet(page, site)
      expect(counts(), logged.join('\n')).toEqual(twice)
    })
  await test.step('a reload, for which LINE has put no token into the URL', async () => {
    site.arrivals.length = 0
    await page.goto(`${site.url}/`)
    await page.waitForSelector(HOME)
    await quiet(page, site)
    expect(counts(), logged.join('\n')).toEqual(twice)
  })
  await test.step('a deep link, and then home', async () => {
    await visitDeep(page, site)
    await quiet(page, site)
    expect(counts(), logged.join('\n')).toEqual(twice)
    await expect(page).toHaveURL(/\/receiptHistory\?logstate=poster$/)
    await goWithin(page, '/')
    await page.waitForSelector(HOME)
    await quiet(page, site)
    expect(callsOf(site).length, callsOf(site).join(' ')).toBeLessThanOrEqual(3)
  })
})

test('with a worker the next visit needs no request for home', { tag: '@core' }, async ({ page, site }) => {
  await visitHome(page, site, 'browser')
  await quiet(page, site)
  const login = site.arrivals.findIndex(({ path }) => path.endsWith('/authorize'))
  expect(login).toBeGreaterThan(0)
  const before = site.arrivals.slice(0, login)

  await test.step('outside LINE, a visit makes at most three calls after LINE Login', async () => {
    site.arrivals.splice(0, login)
    expect(callsOf(site).length, callsOf(site).join(' ')).toBeLessThanOrEqual(3)
  })

  await test.step('an external browser makes one request to LINE before LINE Login, and loads no file twice after it', async () => {
    const ofLine = before.filter(({ host, method }) => host !== 'app' && method !== 'OPTIONS')
    expect(ofLine.map(({ path }) => path)).toEqual([expect.stringContaining('/contextToken')])
    expect(before.length, before.map(({ path }) => path).join(' ')).toBeLessThanOrEqual(14)
    // Ignores requests that were still running when LINE's page opened, because the browser aborted them.
    const had = before.filter(({ end }) => end <= (site.arrivals[0]?.at ?? 0)).map(({ path }) => path)
    const after = site.arrivals.filter(({ path }) => path.startsWith('/assets/'))
    expect(had.some(path => path.startsWith('/assets/'))).toBe(true)
    expect(after.filter(({ path }) => had.includes(path)).map(({ path }) => path)).toEqual([])
  })

  await byWorker(page, site)
  // Uses the phone as it is: `site.phone` would end the session at LINE, and the app would go to LINE Login.
  const counts = await visit(page, site, addressOf(site, 'browser'), HOME)
  expect(counts.requests, site.arrivals.map(({ path }) => path).join(' ')).toBe(0)
})

test('in LINE, too, a worker saves the next visit’s requests', { tag: '@nightly' }, async ({
  page,
  site,
}) => {
  await visitHome(page, site, 'line', true)
  await byWorker(page, site)
  const counts = await visitHome(page, site, 'line', true)
  expect(counts.requests, site.arrivals.map(({ path }) => path).join(' ')).toBe(0)
})

function receipt(n: number) {
  const at = new Date(Date.UTC(2026, 10, 1) - n * 60_000).toISOString()
  return {
    id: `01920000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    storeId: 1,
    storeName: 'บิ๊กฟอง สาขา 1',
    receiptNo: `S-${n}`,
    amount: 120,
    purchasedAt: at,
    images: [],
    status: 'approved',
    rights: 1,
    rejectReason: null,
    rejectText: null,
    editable: false,
    resubmitsLeft: 0,
    version: 1,
    createdAt: at,
    updatedAt: at,
    reviewedAt: at,
  }
}
