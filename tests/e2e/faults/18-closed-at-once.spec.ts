import { fillReceipt } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'

fault('18: a job whose tab is closed while sending is sent then or when the app opens again', async scene => {
  const { page, context, campaign, who, no, open } = scene
  await open()
  await fillReceipt(page, no(1))
  await page.getByRole('button', { name: 'ยืนยันส่ง' }).click({ noWaitAfter: true })
  // Waits until the job is stored on the phone or, on a fast machine, has already reached the server. Before that, only
  // the form has the receipt.
  const taken = async () => (await countQueuedJobs(page)) + (await campaign.receiptsOf(who)).length
  await expect.poll(taken, { intervals: [1] }).toBeGreaterThan(0)
  await page.close()
  const again = await context.newPage()
  await open(again)
  await expect.poll(() => campaign.receiptsOf(who)).toEqual([no(1)])
  await expect.poll(() => countQueuedJobs(again)).toBe(0)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})
