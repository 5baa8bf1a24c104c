import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { type Arrival, openPlace, type Place } from '#tests/bench/app/place.ts'
import { APART, addressOf, visit } from '#tests/bench/app/visit.ts'
import { kept, plant } from '#tests/kit/phone-storage.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

/** What a visit may cost, in counts: these hold on any machine. Times are for `npm run bench`. */
const DIST = process.env.CAMPAIGN_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
const HOME = 'main a[href="/receipt"]'
const TITLE = 'main h1[tabindex]'

const test = base.extend<object, { place: Place }>({
  place: [
    simpleFixture(
      () => openPlace(DIST, { delayMs: () => 100, compress: false }),
      place => place.close(),
    ),
    { scope: 'worker' },
  ],
})
// LINE's hosts have origins here that the app's policy does not name.
test.use({ bypassCSP: true })
test.beforeEach(({ context }) => context.addInitScript(APART))

async function visitDeep(page: Page, place: Place) {
  place.phone('line')
  const counts = await visit(page, place, addressOf(place, 'line', '/receiptHistory?logstate=poster'), TITLE)
  await page.waitForLoadState('networkidle')
  return { ...counts, documents: place.arrivals.filter(({ host, path }) => host === 'app' && isPage(path)) }
}

const isPage = (path: string) => !path.startsWith('/api/') && !/\.\w+$/.test(path)

async function visitHome(page: Page, place: Place, kind: 'line' | 'browser', worker?: boolean) {
  place.phone(kind, worker)
  return visit(page, place, addressOf(place, kind), HOME)
}

/**
 * Waits until the page has signed in and sent what it logs: what it sends as it goes would count for the next visit.
 */
async function quiet(page: Page, place: Place) {
  const welcome = ({ method, path }: Arrival) => method === 'POST' && path === '/api/customer'
  await expect.poll(() => place.arrivals.some(welcome)).toBe(true)
  await expect.poll(() => kept(page, 'q/log/')).toEqual([])
  await page.waitForLoadState('networkidle')
}

/** Lets the worker take the page over. */
async function byWorker(page: Page, place: Place) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await quiet(page, place)
  place.arrivals.length = 0
  await page.reload()
  await page.waitForSelector(HOME)
  await quiet(page, place)
}

test('a first visit in LINE asks for the campaign and signs in side by side, and home waits for nothing else', {
  tag: '@core',
}, async ({ page, place }) => {
  place.withheld.set('/api/master/activity', '/api/authorization/login')
  await visitHome(page, place, 'line')
  place.withheld.clear()
  // LINE's own hosts are asked beside home, with preflights; home's calls go out without.
  const preflights = place.arrivals.filter(({ host, method }) => host === 'app' && method === 'OPTIONS')
  expect(preflights).toEqual([])
  const first = (path: string) => place.arrivals.find(arrival => arrival.path === path)
  const activity = first('/api/master/activity')
  const login = first('/api/authorization/login')
  // LINE is asked beside it; home does not wait for its answer.
  const needed = place.arrivals.filter(({ end }) => end <= Math.max(activity?.end ?? 0, login?.end ?? 0))
  const own = needed.filter(({ host, path }) => host === 'app' && !path.includes('liff-sdk'))
  expect(own.length, own.map(({ path }) => path).join(' ')).toBeLessThanOrEqual(8)

  await test.step('the next visit shows home on the document alone', async () => {
    await page.waitForLoadState('networkidle')
    const again = await visitHome(page, place, 'line')
    expect(again.requests, place.arrivals.map(({ path }) => path).join(' ')).toBe(1)
  })

  await test.step('of a thousand receipts only those in sight are drawn', async () => {
    const receipts = Array.from({ length: 1000 }, (_, n) => receipt(n))
    const key = `u/${place.customerId}/receipts`
    await page.waitForLoadState('networkidle')
    await plant(page, [{ entries: [[key, { v: 1, at: Date.now(), etag: null, value: receipts }]] }])
    await page.route('**/api/receipt/customerHistory*', route => route.abort())
    await page.goto(`${place.url}/receiptHistory`)
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

test('a deep link in LINE loads one document, and the next visit waits for nothing else', {
  tag: '@core',
}, async ({ page, place }) => {
  const first = await visitDeep(page, place)
  expect(first.documents.map(({ path }) => path)).toEqual(['/'])
  await expect(page).toHaveURL(/\/receiptHistory\?logstate=poster$/)
  const again = await visitDeep(page, place)
  expect(again.documents.map(({ path }) => path)).toEqual(['/'])
  expect(again.requests, place.arrivals.map(({ path }) => path).join(' ')).toBe(1)
})

test('with a worker the next visit shows home without a single request', { tag: '@core' }, async ({
  page,
  place,
}) => {
  await visitHome(page, place, 'browser')
  await byWorker(page, place)
  // On the phone as it is: one that is put on the desk anew has no login at LINE, and leaves for it.
  const counts = await visit(page, place, addressOf(place, 'browser'), HOME)
  expect(counts.requests, place.arrivals.map(({ path }) => path).join(' ')).toBe(0)
})

test('in LINE, too, a worker leaves nothing to ask for on the next visit', async ({ page, place }) => {
  await visitHome(page, place, 'line', true)
  await byWorker(page, place)
  const counts = await visitHome(page, place, 'line', true)
  expect(counts.requests, place.arrivals.map(({ path }) => path).join(' ')).toBe(0)
})

test('another browser asks one thing of LINE before its login, and fetches no file twice after it', async ({
  page,
  place,
}) => {
  await visitHome(page, place, 'browser')
  const login = place.arrivals.findIndex(({ path }) => path.endsWith('/authorize'))
  expect(login).toBeGreaterThan(0)
  const before = place.arrivals.slice(0, login)
  const ofLine = before.filter(({ host, method }) => host !== 'app' && method !== 'OPTIONS')
  expect(ofLine.map(({ path }) => path)).toEqual([expect.stringContaining('/contextToken')])
  expect(before.length, before.map(({ path }) => path).join(' ')).toBeLessThanOrEqual(12)
  // What was still under way when LINE's page opened was given up.
  const had = before.filter(({ end }) => end <= (place.arrivals[login]?.at ?? 0)).map(({ path }) => path)
  const after = place.arrivals.slice(login).filter(({ path }) => path.startsWith('/assets/'))
  expect(had.some(path => path.startsWith('/assets/'))).toBe(true)
  expect(after.filter(({ path }) => had.includes(path)).map(({ path }) => path)).toEqual([])
})

/** One of the receipts that the phone keeps a copy of. */
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
