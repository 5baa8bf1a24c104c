import { expect, fault, home } from '#tests/kit/fault-e2e.ts'
import { kept, plant, waitingOn, waitingReceipt } from '#tests/kit/phone-storage.ts'

fault('5: the page of a Wi-Fi that wants a sign-in is neither data nor an acknowledgement', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  campaign.origin.break({ path: /^\/api\//, fault: { do: 'portal' } })
  await plant(page, [waitingReceipt(who.customerId, no(1), 1)])
  await expect(page.getByText('ออฟไลน์อยู่')).toBeVisible()
  await page.reload()
  await expect(home(page)).toBeVisible()
  await expect(page.getByText('ออฟไลน์อยู่')).toBeVisible()
  expect(await waitingOn(page)).toBe(1)
  expect(JSON.stringify(await kept(page, ''))).not.toContain('Wi-Fi')
  campaign.origin.heal()
  await expect.poll(() => waitingOn(page), { timeout: 60_000 }).toBe(0)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})
