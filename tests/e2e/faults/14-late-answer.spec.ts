import { goWithin, logOut } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, readRecords, writeRecords } from '#tests/kit/phone-storage.ts'

fault('14: a response that arrives after logout is discarded', async scene => {
  const { page, campaign, who, mode, no, open, secondTab } = scene
  await open()
  await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
  await expect.poll(() => countQueuedJobs(page)).toBe(0)
  const late = await secondTab()
  const history = /^\/api\/receipt\/customerHistory/
  const asked = () => campaign.origin.of('GET', history).filter(({ fault }) => fault === 'slow').length
  // The response starts, but is not complete before the customer has logged out.
  campaign.origin.break({ method: 'GET', path: history, fault: { do: 'slow', bytesPerSecond: 40 } })
  await goWithin(late, '/receiptHistory')
  await expect.poll(asked).toBeGreaterThan(0)
  await logOut(page)
  await expect(late.getByRole('heading', { name: 'ออกจากระบบแล้ว' })).toBeVisible()
  campaign.origin.heal()
  campaign.phoneOf(await campaign.visitor(), mode)
  await open()
  await expect.poll(() => campaign.origin.sending()).toBe(0)
  expect(await readRecords(page, `u/${who.customerId}/`)).toEqual([])
  await expect(late.getByText(no(1))).toHaveCount(0)
  await goWithin(page, '/receiptHistory')
  await expect(page.getByText('ยังไม่มีใบเสร็จ มาส่งใบแรกกันเลย')).toBeVisible()
})
