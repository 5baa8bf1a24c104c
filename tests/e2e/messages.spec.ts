import { type Campaign, startCampaign } from '#tests/kit/campaign.ts'
import { join, sendReceipt } from '#tests/kit/customer.ts'
import { test as base, expect } from '#tests/kit/e2e.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

const DAY_MS = 86_400_000
const NOON_MS = 5 * 3_600_000

/** A separate campaign, because this test moves its clock. */
const test = base.extend<{ moving: Campaign }>({
  moving: simpleFixture(startCampaign, campaign => campaign.dispose()),
})

test('an approval arrives in the LINE chat once, and its button opens the receipt @core', async ({
  page,
  moving: campaign,
}) => {
  test.slow()
  await join(page, campaign)
  await sendReceipt(page, 'INV-2026/301')
  let id = ''
  await expect
    .poll(async () => {
      const pending = await campaign.organiser(['receipts', 'list', '--status', 'pending'])
      id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(pending)?.[0] ?? ''
      return id
    })
    .not.toBe('')
  await campaign.organiser(['receipts', 'approve', id])
  // The reviewer can undo the decision for a minute, and nothing is sent at night: go on at noon in Bangkok, 5:00 UTC.
  const now = Date.now() + 120_000
  const noon = Math.ceil((now - NOON_MS) / DAY_MS) * DAY_MS + NOON_MS
  await campaign.emulator('POST', 'clock', { advance: noon - Date.now() })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${campaign.url}/__emulator/?chat`)
  const chat = page.getByRole('region', { name: /^(Chat with|แชทกับ)/ })
  await expect(chat.getByText('ใบเสร็จผ่านแล้ว', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(chat.getByText('ใบเสร็จผ่านแล้ว', { exact: true })).toHaveCount(1)
  await chat.getByRole('button', { name: /ดูใบเสร็จ/ }).click()
  const app = page.frameLocator('iframe')
  await expect(app.getByRole('heading', { name: 'ใบเสร็จ', exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(app.getByText('INV-2026/301')).toBeVisible()
})
