import type { Page } from '@playwright/test'
import { goWithin, logOut } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, readRecords, writeRecords } from '#tests/kit/phone-storage.ts'

const cachedCalls = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) if (url.includes('/api/')) found.push(url)
    return found
  })

fault(
  '13: the next customer finds no data of the previous one on the phone, online or offline',
  async scene => {
    const { page, campaign, who, mode, no, open } = scene
    await open()
    await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
    await expect.poll(() => countQueuedJobs(page)).toBe(0)
    await goWithin(page, '/receiptHistory')
    await expect(page.getByText(no(1))).toBeVisible()
    const records = (name = '') => readRecords(page, `u/${who.customerId}/${name}`)
    // The sign-out must also delete the copies of the receipt and of its photo.
    await expect.poll(() => records('kept/')).toHaveLength(1)
    expect(await records('kept-photo/')).toHaveLength(1)
    expect(await cachedCalls(page)).toEqual([])
    await logOut(page)
    await expect.poll(() => records()).toEqual([])

    campaign.phoneOf(await campaign.visitor(), mode)
    await open()
    campaign.origin.break({ path: /^\/api\//, fault: { do: 'reset' } })
    await goWithin(page, '/receiptHistory')
    await expect(page.getByText('ออฟไลน์อยู่')).toBeVisible()
    await expect(page.getByText(no(1))).toHaveCount(0)
    expect(await cachedCalls(page)).toEqual([])
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(who.customerId)
  },
)

const replaced = (page: Page) => page.getByRole('heading', { name: 'มีบัญชีอื่นเข้าสู่ระบบในเครื่องนี้' })

fault(
  '13b: a tab leaves its customer’s screens when another customer signs in in another tab',
  async scene => {
    const { page, campaign, who, mode, no, open, secondTab } = scene
    await open()
    await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
    await expect.poll(() => countQueuedJobs(page)).toBe(0)
    await goWithin(page, '/receiptHistory')
    await expect(page.getByText(no(1))).toBeVisible()

    campaign.phoneOf(await campaign.visitor(), mode)
    const other = await secondTab()
    await expect(replaced(page)).toBeVisible()
    await expect(page.getByText(no(1))).toHaveCount(0)
    await expect.poll(() => readRecords(page, `u/${who.customerId}/`)).toEqual([])
    await goWithin(other, '/receiptHistory')
    await expect(other.getByText('ยังไม่มีใบเสร็จ มาส่งใบแรกกันเลย')).toBeVisible()

    campaign.origin.arrivals.length = 0
    await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click()
    await expect(page.getByText(no(1))).toBeVisible()
    await expect(replaced(other)).toBeVisible()
    expect(campaign.origin.of('POST', '/api/visit')).toHaveLength(1)
  },
)

fault(
  '13c: the history opens from the phone’s storage while the server is down, only for its customer',
  async scene => {
    const { page, context, campaign, who, mode, no, open } = scene
    // Records the page's own writes. The worker must write the history, and the page must not repeat the write.
    await context.addInitScript(() => {
      const put = IDBObjectStore.prototype.put
      const written: string[] = []
      Object.assign(window, { written })
      IDBObjectStore.prototype.put = function (value, key) {
        written.push(String(key))
        return put.call(this, value, key)
      }
    })
    await open()
    await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
    await expect.poll(() => countQueuedJobs(page)).toBe(0)
    const key = `u/${who.customerId}/receipts`
    const written = () => page.evaluate(() => (window as unknown as { written: string[] }).written)
    // The page stores the list with the receipt that it has just sent. A new visit reads the list again.
    await page.goto(`${campaign.origin.url}/receiptHistory`)
    await expect(page.getByText(no(1))).toBeVisible()
    await expect.poll(async () => JSON.stringify(await readRecords(page, key))).toContain(no(1))
    expect(await written()).not.toContain(key)

    campaign.origin.down()
    await page.goto(`${campaign.origin.url}/receiptHistory`)
    await expect(page.getByText(no(1))).toBeVisible()
    await expect(page.getByText('ออฟไลน์อยู่ ข้อมูลล่าสุด')).toBeVisible()
    expect(await written()).not.toContain(key)
    campaign.origin.up()
    // The page already has the list, so the worker answers 304, like the server.
    const unchanged = page.waitForResponse(
      response => response.url().includes('customerHistory') && response.status() === 304,
    )
    await page.goto(`${campaign.origin.url}/receiptHistory`)
    expect((await unchanged).fromServiceWorker()).toBe(true)
    await expect(page.getByText(no(1))).toBeVisible()
    await expect(page.getByText('ออฟไลน์อยู่')).toHaveCount(0)

    await goWithin(page, '/')
    await logOut(page)
    campaign.phoneOf(await campaign.visitor(), mode)
    await open()
    campaign.origin.down()
    await page.goto(`${campaign.origin.url}/receiptHistory`)
    await expect(page.getByText('ออฟไลน์อยู่')).toBeVisible()
    await expect(page.getByText(no(1))).toHaveCount(0)
    expect(await cachedCalls(page)).toEqual([])
  },
)
