import { fillReceipt, goWithin, openAsCustomer, receiptId, sendReceipt } from '#tests/kit/customer.ts'
import { expect, test } from '#tests/kit/e2e.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'

test('on a full phone, a receipt is delivered from memory, and offline the screen says that it is not stored', async ({
  page,
  campaign,
}) => {
  test.slow()
  await openAsCustomer(page, campaign)
  await campaign.emulator('PATCH', 'state', { environment: { storage: 'full' } })
  await page.reload()
  await sendReceipt(page, 'FULL-0001')
  await expect.poll(() => receiptId(campaign, 'FULL-0001')).not.toBe('')

  await goWithin(page, '/')
  await fillReceipt(page, 'FULL-0002')
  await campaign.emulator('PATCH', 'state', { network: { kind: 'offline' } })
  await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
  await expect(page.getByText('ยังไม่ได้บันทึก เปิดหน้านี้ไว้')).toBeVisible()
  expect(await countQueuedJobs(page)).toBe(0)

  await campaign.emulator('PATCH', 'state', { network: { kind: 'online' } })
  await expect(page.getByText('ยังไม่ได้บันทึก เปิดหน้านี้ไว้')).toBeHidden({ timeout: 30_000 })
  expect(await receiptId(campaign, 'FULL-0002')).not.toBe('')
})
