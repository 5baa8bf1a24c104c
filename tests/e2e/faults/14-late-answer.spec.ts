import { goWithin, logOut } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { kept, plant, waitingOn, waitingReceipt } from '#tests/kit/phone-storage.ts'

fault('14: an answer that comes after the customer has left is thrown away', async scene => {
  const { page, campaign, who, mode, no, open, secondTab } = scene
  await open()
  await plant(page, [waitingReceipt(who.customerId, no(1), 1)])
  await expect.poll(() => waitingOn(page)).toBe(0)
  const late = await secondTab()
  const history = /^\/api\/receipt\/customerHistory/
  const asked = () => campaign.origin.of('GET', history).filter(({ fault }) => fault === 'slow').length
  // It begins to come, and is not whole before the customer has gone.
  campaign.origin.break({ method: 'GET', path: history, fault: { do: 'slow', bytesPerSecond: 40 } })
  await goWithin(late, '/receiptHistory')
  await expect.poll(asked).toBeGreaterThan(0)
  await logOut(page)
  await expect(late.getByRole('heading', { name: 'ออกจากระบบแล้ว' })).toBeVisible()
  campaign.origin.heal()
  campaign.phoneOf(await campaign.visitor(), mode)
  await open()
  await expect.poll(() => campaign.origin.sending()).toBe(0)
  expect(await kept(page, `u/${who.customerId}/`)).toEqual([])
  await expect(late.getByText(no(1))).toHaveCount(0)
  await goWithin(page, '/receiptHistory')
  await expect(page.getByText('ยังไม่มีใบเสร็จ เริ่มส่งใบแรกเลย')).toBeVisible()
})
