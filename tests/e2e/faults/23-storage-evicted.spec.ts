import { goWithin } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { plant, waitingOn, waitingReceipt } from '#tests/kit/phone-storage.ts'

fault('23: a phone that has forgotten everything starts over and shows what the server has', async scene => {
  const { page, context, campaign, who, no, open } = scene
  await open()
  await plant(page, [waitingReceipt(who.customerId, no(1), 1)])
  await expect.poll(() => waitingOn(page)).toBe(0)
  // One that never left is gone with the storage, and nobody says otherwise.
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } })
  await plant(page, [waitingReceipt(who.customerId, no(2), 2)])
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
