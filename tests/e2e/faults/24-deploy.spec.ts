import type { Page } from '@playwright/test'
import { goWithin } from '#tests/kit/customer.ts'
import { expect, fault, home } from '#tests/kit/fault-e2e.ts'

const screen = /^\/assets\/answer-history-/
async function forgetScript(page: Page, path: RegExp) {
  await page.evaluate(async source => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (new RegExp(source).test(new URL(request.url).pathname)) await cache.delete(request)
    }
  }, path.source)
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
}

function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  return () => loads
}

const missing = 'เชื่อมต่ออินเทอร์เน็ตไม่ได้'

fault(
  '24: a page whose scripts were replaced by a newer release reloads once and keeps the typed text',
  async scene => {
    const { page, campaign, open } = scene
    // The screen's script first fails to load, and then no longer exists.
    campaign.origin.break({ path: screen, fault: { do: 'status', status: 503, error: 'UNAVAILABLE' } })
    await open()
    await goWithin(page, '/answer')
    const text = page.getByRole('textbox')
    await text.fill('คำตอบที่พิมพ์ค้างไว้')
    campaign.deploy('v2')
    campaign.origin.heal()
    const loads = countLoads(page)
    await goWithin(page, '/answerHistory')
    await expect.poll(loads).toBe(1)
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(missing)).toHaveCount(0)
    await goWithin(page, '/answer')
    await expect(text).toHaveValue('คำตอบที่พิมพ์ค้างไว้')
    expect(loads()).toBe(1)
  },
)

fault('24b: a worker keeps the older release’s scripts, and the page continues with them', async scene => {
  const { page, campaign, open } = scene
  await open()
  campaign.deploy('v2')
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  const loads = countLoads(page)
  await goWithin(page, '/answerHistory')
  await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
  expect(loads()).toBe(0)
})

fault('24c: a broken release leads to an error screen, not to repeated reloads', async scene => {
  const { page, campaign, mode, open } = scene
  const gone = { path: screen, fault: { do: 'status', status: 404, error: 'NOT_FOUND' } } as const
  if (mode === 'no-worker') campaign.origin.break(gone)
  await open()
  if (mode === 'worker') {
    campaign.origin.break(gone)
    await forgetScript(page, screen)
  }
  const loads = countLoads(page)
  await goWithin(page, '/answerHistory')
  await expect.poll(loads).toBe(1)
  // The reload opens either home or the screen that cannot be loaded.
  await expect(home(page).or(page.getByRole('button', { name: 'ลองใหม่' }))).toBeVisible()
  await goWithin(page, '/answerHistory')
  await expect(page.getByRole('button', { name: 'ลองใหม่' })).toBeVisible()
  await expect(page.getByText(missing)).toBeVisible()
  expect(loads()).toBe(1)
})

fault(
  '24e: a worker does not install an incomplete release, and offers the next complete one',
  async scene => {
    const { page, campaign, open } = scene
    await open()
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/watch-builds-')),
    )
    const loads = countLoads(page)
    const prompt = page.getByText('มีเวอร์ชันใหม่พร้อมใช้งาน')
    const update = () =>
      page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    campaign.deploy('v2')
    campaign.origin.break({ path: screen, fault: { do: 'status', status: 404, error: 'NOT_FOUND' } })
    const asked = () =>
      campaign.origin.arrivals.filter(({ path, fault }) => screen.test(path) && fault !== null).length
    // While an earlier attempt to load the same release is still failing, another update request has no effect. So this
    // repeats the request.
    for (const tries of [1, 2]) {
      await expect(async () => {
        await update()
        await expect.poll(asked, { timeout: 3000 }).toBeGreaterThanOrEqual(tries)
      }).toPass()
      const isInstalling = () =>
        page.evaluate(async () => (await navigator.serviceWorker.ready).installing !== null)
      await expect.poll(isInstalling).toBe(false)
    }
    await goWithin(page, '/answerHistory')
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(prompt).toBeHidden()
    campaign.origin.heal()
    await expect(async () => {
      await update()
      await expect(prompt).toBeVisible({ timeout: 3000 })
    }).toPass()
    expect(loads()).toBe(0)
  },
)

fault(
  '24d: without a worker the app offers the newer release and loads it after confirmation',
  async scene => {
    const { page, campaign, open } = scene
    await open()
    await page.clock.install()
    await open()
    // The page loads the check for releases when it is idle. The 15-minute interval of the check starts then.
    await expect
      .poll(() => campaign.origin.of('GET', /^\/assets\/watch-builds-.*js$/).length)
      .toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    campaign.deploy('v2')
    await page.clock.fastForward('16:00')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('มีเวอร์ชันใหม่พร้อมใช้งาน')).toBeVisible()
    const build = () => page.locator('meta[name="campaign-build"]').getAttribute('content')
    const before = await build()
    await page.getByRole('button', { name: 'อัปเดต' }).click()
    await expect.poll(build).not.toBe(before)
    await expect(home(page)).toBeVisible()
  },
)
