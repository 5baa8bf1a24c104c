import { readFile } from 'node:fs/promises'
import { appFrame, call, expect, started, test } from '#emulator-tests/kit/liff-test.ts'
import { violationsIn } from '#tools/axe.ts'

const APP = '/full-2.26.1/'

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

test.beforeEach(async ({ page, host }) => {
  await host.load('friend')
  await page.goto(`${host.url}/__emulator/`)
  await page.waitForURL('http://panel.phone.localhost:*/__emulator/')
  await started(await appFrame(page, 'line', APP))
})

test('with 10,000 entries the timeline draws only the rows in view, counts them, and says what the filter hides', async ({
  page,
}) => {
  const app = await appFrame(page, 'line', APP)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const rows = timeline.getByRole('listitem')
  await timeline.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(rows).toHaveCount(0)
  // Sends page events as the app's page does: navigations to different URLs, and one error per 1,000 events.
  await app.evaluate(() => {
    const send = (message: object) => window.parent.postMessage({ source: 'liff-emulator', ...message }, '*')
    for (let index = 0; index < 10_003; index += 1)
      if (index % 1_000 === 1) send({ type: 'error', message: `broken ${index}` })
      else send({ type: 'navigate', url: `https://example.com/step/${index}` })
  })
  await expect(timeline).toContainText('The oldest 3 entries were dropped, among them 1 errors.')
  await expect(rows.last()).toHaveAttribute('aria-setsize', '10000')
  await expect(rows.last()).toContainText('/step/10002')
  expect(await rows.count()).toBeLessThan(80)

  await timeline.getByRole('searchbox', { name: 'Search' }).fill('step/500')
  await expect(rows).toHaveCount(10)
  await expect(timeline).toContainText('The filter hides 10 errors.')
  await timeline.getByRole('button', { name: 'Show all' }).click()
  await timeline.getByText('Errors', { exact: true }).click()
  await expect(rows).toHaveCount(10)
  await expect(timeline).not.toContainText('The filter hides')
  await rows.filter({ hasText: 'broken 9001' }).getByRole('button').click()
  await page.keyboard.press('ArrowUp')
  await expect(rows.filter({ hasText: 'broken 8001' }).getByRole('button')).toBeFocused()
  expect(await violationsIn(page, 'section[aria-label="Timeline"]')).toEqual([])
})

test('a request is sent again, repeats fold, and the HAR file has each of them', async ({ page }) => {
  const app = await appFrame(page, 'line', APP)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByRole('button', { name: 'Clear', exact: true }).click()
  await call(app, 'liff.getProfile()')
  await timeline.getByRole('searchbox', { name: 'Search' }).fill('/v2/profile')
  const rows = timeline.getByRole('listitem')
  await rows.getByRole('button').click()
  const again = timeline.getByRole('button', { name: 'Send again' })
  await again.click()
  await expect(timeline.getByRole('button', { name: '2 times' })).toBeVisible()
  await again.click()
  const fold = timeline.getByRole('button', { name: '3 times' })
  await expect(fold).toBeVisible()
  await expect(rows).toHaveCount(1)

  const download = page.waitForEvent('download')
  await timeline.getByRole('button', { name: 'Export as HAR' }).click()
  const har = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
    readonly log: { readonly entries: readonly { readonly request: object; readonly response: object }[] }
  }
  expect(har.log.entries).toHaveLength(3)
  for (const { request, response } of har.log.entries) {
    expect(request).toMatchObject({ method: 'GET', url: 'https://api.line.me/v2/profile' })
    expect(response).toMatchObject({ status: 200 })
  }
  await fold.click()
  await expect(rows).toHaveCount(3)
})
