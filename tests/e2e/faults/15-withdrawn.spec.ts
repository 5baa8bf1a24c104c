import { goWithin } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { kept, plant, waitingReceipt } from '#tests/kit/phone-storage.ts'

fault('15: who leaves the campaign leaves nothing on the phone, in any tab', async scene => {
  const { page, context, campaign, who, no, open, secondTab } = scene
  await open()
  const other = await secondTab()
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } })
  await plant(
    page,
    [1, 2].map(n => waitingReceipt(who.customerId, no(n), n)),
  )
  await goWithin(other, '/receiptHistory')
  await expect(other.getByText(no(2))).toBeVisible()

  await goWithin(page, '/profile')
  await page.getByRole('button', { name: 'ยกเลิกการเข้าร่วม' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('พิมพ์คำว่า').fill('ยืนยัน')
  await dialog.getByRole('button', { name: 'ยกเลิกการเข้าร่วม' }).click()

  await expect(page.getByRole('heading', { name: 'ยกเลิกการเข้าร่วมแล้ว' })).toBeVisible()
  await expect(other.getByRole('heading', { name: /แล้ว$/ })).toBeVisible()
  await expect(other.getByText(no(2))).toHaveCount(0)
  expect((await context.cookies()).filter(({ name }) => name === 'accessToken')).toEqual([])
  await expect.poll(async () => JSON.stringify(await kept(page, ''))).not.toContain(who.customerId)
  expect(await campaign.receiptsOf(who)).toEqual([])
})
