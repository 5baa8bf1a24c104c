import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { goWithin, register, sendReceipt } from '#tests/kit/customer.ts'
import { delivered, home, openApp, openUrl } from '#tests/kit/fault-e2e.ts'
import { testOn } from '#tests/kit/oldest-phone-e2e.ts'
import { chromiumPhone } from '#tests/kit/phone-browser.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'
import { columnsOf } from '#tests/kit/rows.ts'
import { slide, useReward } from '#tests/kit/use-reward.ts'
import { phoneEngines } from '../../build/engines.ts'
import { tooOldLines } from '../../build/too-old.ts'

const PIN = '246810'
const image = /^\/api\/receipt\/image\//
/** Also resets the upload of the photo, so that the reopened page uploads its stored copy. */
const refused = [
  { method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } },
  { method: 'PUT', path: image, fault: { do: 'reset' } },
] as const
const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0
const goHome = (page: Page) => page.getByRole('main').getByRole('link', { name: 'กลับหน้าแรก' }).click()

for (const engine of phoneEngines) {
  const test = testOn(engine)
  const phone = `${engine.name} ${engine.version}`
  test.slow()

  test(`${phone} in LINE: joins, sends receipts with and without a network, and uses a reward`, async ({
    page,
    context,
    campaign,
  }) => {
    campaign.stranger()
    await page.goto(openUrl(campaign, 'no-worker'), { waitUntil: 'commit' })
    await register(page)
    await expect(page.getByText('1 สิทธิ์', { exact: true })).toBeVisible()
    // Checks that the page really lacks a function that the old phone lacks.
    expect(await page.evaluate(() => 'toSorted' in Array.prototype)).toBe(false)
    await sendReceipt(page, 'OLD-1')
    await expect.poll(() => countQueuedJobs(page)).toBe(0)
    await goHome(page)

    const second =
      await test.step('a receipt waits in the outbox, and is sent after the page was opened again', async () => {
        for (const rule of refused) campaign.origin.break(rule)
        await sendReceipt(page, 'OLD-2')
        expect(await countQueuedJobs(page)).toBe(1)
        await page.close()
        const opened = await context.newPage()
        await opened.goto(openUrl(campaign, 'no-worker'), { waitUntil: 'commit' })
        await expect(home(opened)).toBeVisible()
        await goWithin(opened, '/outbox')
        await expect(opened.getByText('OLD-2')).toBeVisible()
        const uploads = () => campaign.origin.of('PUT', image).filter(({ status }) => status === 200).length
        const before = uploads()
        campaign.origin.heal()
        await delivered(opened)
        expect(uploads()).toBeGreaterThan(before)
        await expect(opened.getByText(/OLD-2/)).toBeVisible()
        return opened
      })

    await test.step('the history shows both receipts', async () => {
      await goWithin(second, '/receiptHistory')
      await expect(second.getByText('OLD-1')).toBeVisible()
      await expect(second.getByText('OLD-2')).toBeVisible()
    })

    await test.step('an approved receipt unlocks a reward, which staff redeem', async () => {
      const [receipt] = await columnsOf(campaign, 'receipt', ['id'], { receipt_no: 'OLD-1' })
      await campaign.organiser(['receipts', 'approve', receipt?.id ?? ''])
      await goHome(second)
      await second.getByRole('link', { name: 'ของรางวัลของฉัน' }).click()
      await useReward(second, 'เครื่องดื่มฟรี')
      await second.getByLabel('รหัสเจ้าหน้าที่').fill(PIN)
      await slide(second)
      await expect(second.getByRole('dialog').getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)).toBeVisible()
    })
  })

  test(`${phone} in a browser: the worker opens the app and its history without a network`, async ({
    page,
    context,
    campaign,
  }) => {
    const who = await campaign.visitor()
    campaign.phoneOf(who, 'worker')
    await openApp(chromiumPhone(page, context), page, campaign, 'worker')
    await sendReceipt(page, 'OLD-3')
    await expect.poll(() => campaign.receiptsOf(who)).toEqual(['OLD-3'])
    await goWithin(page, '/receiptHistory')
    await expect(page.getByText('OLD-3')).toBeVisible()
    campaign.origin.down()
    await page.goto(`${campaign.origin.url}/receiptHistory`)
    await expect(page.getByText('OLD-3')).toBeVisible()
  })
}

testOn(phoneEngines[0])(
  'an older browser shows a text instead of the app, and no script of the app starts or fails',
  async ({ page, context, campaign }) => {
    campaign.phoneOf(await campaign.visitor(), 'worker')
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'at'))
    // The server sends a small document to phones that have the files, and a document with the scripts to all others.
    for (const value of ['0', '1']) {
      await context.addCookies([{ name: 'assets', value, url: campaign.origin.url }])
      campaign.origin.arrivals.length = 0
      await page.goto(campaign.origin.url, { waitUntil: 'commit' })
      for (const line of tooOldLines) await expect(page.getByText(line)).toBeVisible()
      // `toBeVisible` checks only boxes. A document whose parser was stopped has boxes but is never painted.
      await expect.poll(() => page.evaluate(isPainted)).toBe(true)
      await expect(page.locator('#root')).toHaveCount(0)
      expect(campaign.origin.of('POST', '/api/visit')).toEqual([])
    }
  },
)

test('no built script has a lookbehind, which Safari before 16.4 cannot parse: the whole script would not run', async () => {
  const files = await readdir('dist', { recursive: true })
  for (const file of files.filter(name => /\.(js|html)$/.test(name)))
    expect(/\(\?<[=!]/.test(await readFile(join('dist', file), 'utf8')), file).toBe(false)
})
