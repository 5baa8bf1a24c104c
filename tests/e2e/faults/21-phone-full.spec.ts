import { fillReceipt } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { kept, plant, waitingOn, waitingReceipt } from '#tests/kit/phone-storage.ts'

fault('21: a full phone says so, keeps what is queued, and still sends online', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } })
  await plant(page, [waitingReceipt(who.customerId, no(1), 1)])
  await fillReceipt(page, no(2))
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
  await expect(page.getByText('พื้นที่เครื่องไม่พอ')).toBeVisible()
  expect(await waitingOn(page)).toBe(1)
  // Copies of what the server has made room first.
  expect(await kept(page, 'm/')).toEqual([])
  campaign.origin.heal()
  await page.getByRole('button', { name: 'ตรวจสอบและส่ง' }).click()
  await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
  await expect(page).toHaveURL(/\/thanks/)
  await expect.poll(async () => (await campaign.receiptsOf(who)).toSorted()).toEqual([1, 2].map(no))
})
