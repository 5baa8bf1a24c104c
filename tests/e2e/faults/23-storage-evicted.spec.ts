import { goWithin } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, writeRecords } from '#tests/kit/phone-storage.ts'

fault('23: after the storage was evicted, the app starts over and shows the server’s data', async scene => {
  const { page, phone, context, campaign, who, no, open } = scene
  await open()
  await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
  await expect.poll(() => countQueuedJobs(page)).toBe(0)
  // An unsent job is lost together with the storage, and the app cannot notice the loss.
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } })
  await writeRecords(page, [queuedReceipt(who.customerId, no(2), 2)])
  await page.goto('about:blank')
  await phone.evictStorage(campaign.origin.url)
  campaign.origin.heal()
  const again = await context.newPage()
  await open(again)
  await goWithin(again, '/receiptHistory')
  await expect(again.getByRole('link', { name: new RegExp(no(1)) })).toContainText('รอตรวจสอบ')
  await expect(again.getByText(no(2))).toHaveCount(0)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})
