import { openAsCustomer, receiptId, sendReceipt } from '#tests/kit/customer.ts'
import { test as base, expect } from '#tests/kit/e2e.ts'
import { type OwnCampaign, startOwnCampaign } from '#tests/kit/own-campaign.ts'
import { resize } from '#tests/kit/resize.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

const DAY_MS = 86_400_000
const NOON_MS = 5 * 3_600_000

/** A separate campaign, because this test moves its clock. */
const test = base.extend<{ moving: OwnCampaign }>({
  moving: simpleFixture(startOwnCampaign, campaign => campaign.close()),
})

test('an approval arrives in the LINE chat once, and its button opens the receipt', { tag: '@core' }, async ({
  page,
  moving: campaign,
}) => {
  test.slow()
  await openAsCustomer(page, campaign)
  await sendReceipt(page, 'INV-2026/301')
  const id = await receiptId(campaign, 'INV-2026/301')
  await campaign.organiser(['receipts', 'approve', id])
  // The reviewer can undo the decision for a minute, and nothing is sent at night. So the test continues at noon in
  // Bangkok, 5:00 UTC.
  const now = Date.now() + 120_000
  const noon = Math.ceil((now - NOON_MS) / DAY_MS) * DAY_MS + NOON_MS
  await campaign.passTime(noon - Date.now())
  await resize(page, { width: 1440, height: 900 })
  await page.goto(`${campaign.url}/__emulator/?chat`)
  const chat = page.getByRole('region', { name: /^(Chat with|แชทกับ)/ })
  await expect(chat.getByText('ใบเสร็จผ่านแล้ว', { exact: true })).toBeVisible()
  await expect(chat.getByText('ใบเสร็จผ่านแล้ว', { exact: true })).toHaveCount(1)
  await chat.getByRole('button', { name: /ดูใบเสร็จ/ }).click()
  const app = page.frameLocator('iframe')
  await expect(app.getByRole('heading', { name: 'ใบเสร็จ', exact: true })).toBeVisible()
  await expect(app.getByText('INV-2026/301')).toBeVisible()
})
