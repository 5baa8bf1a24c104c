import { goWithin, logOut } from '#tests/kit/customer.ts'
import { expect, fault, signedIn } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, readRecords, writeRecords } from '#tests/kit/phone-storage.ts'
import { update } from '#tests/kit/rows.ts'

fault('14: a response that arrives after logout is discarded', async scene => {
  const { page, campaign, who, mode, no, open, secondTab } = scene
  await open()
  const late = await secondTab()
  // The answer to the sign-in contains the receipts, so the tab loads the list only if a receipt is newer than that
  // answer.
  await signedIn(late)
  await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
  await expect.poll(() => countQueuedJobs(page)).toBe(0)
  const history = /^\/api\/receipt\/customerHistory/
  const answered = () => campaign.origin.of('GET', history).filter(({ status }) => status === 200)
  const started = () => answered().filter(({ fault }) => fault === 'slow').length
  // The page that sent the receipt loads the list, which the tabs share. The change below must come after that.
  await expect.poll(() => answered().length).toBeGreaterThan(0)
  // The phone does not have this change, so the response is the whole list instead of a 304.
  await update(campaign, 'receipt', { amount_satang: 77_700 }, { receipt_no: no(1) })
  // The response starts but is still incomplete when the customer logs out.
  campaign.origin.break({ method: 'GET', path: history, fault: { do: 'slow', bytesPerSecond: 40 } })
  await goWithin(late, '/receiptHistory')
  await expect.poll(started).toBeGreaterThan(0)
  expect(campaign.origin.sending()).toBeGreaterThan(0)
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
