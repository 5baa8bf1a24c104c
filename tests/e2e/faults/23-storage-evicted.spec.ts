import { goWithin } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, writeRecords } from '#tests/kit/phone-storage.ts'

fault('23: after the storage was evicted, the app starts over and shows the server’s data', async scene => {
  const { page, context, campaign, who, no, open } = scene
  await open()
  await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
  await expect.poll(() => countQueuedJobs(page)).toBe(0)
  // An unsent job is lost together with the storage, and the app has no way to notice that.
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } })
  await writeRecords(page, [queuedReceipt(who.customerId, no(2), 2)])
  await page.goto('about:blank')
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: campaign.origin.url, storageTypes: 'all' })
  campaign.origin.heal()
  await open()
  await goWithin(page, '/receiptHistory')
  await expect(page.getByText(no(1))).toBeVisible()
  await expect(page.getByText('รอตรวจสอบ', { exact: true }).last()).toBeVisible()
  await expect(page.getByText(no(2))).toHaveCount(0)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})
