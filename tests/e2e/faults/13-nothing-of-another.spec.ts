import type { Page } from '@playwright/test'
import { goWithin, logOut } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, readRecords, writeRecords } from '#tests/kit/phone-storage.ts'

/** Returns the URLs of API responses in Cache Storage. */
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
    await expect.poll(async () => (await readRecords(page, `u/${who.customerId}/`)).length).toBeGreaterThan(1)
    expect(await cachedCalls(page)).toEqual([])
    await logOut(page)
    await expect.poll(() => readRecords(page, `u/${who.customerId}/`)).toEqual([])

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
