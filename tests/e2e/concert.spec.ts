import type { Browser, Page } from '@playwright/test'
import { type Campaign, startCampaign } from '#tests/kit/campaign.ts'
import { join, sendReceipt } from '#tests/kit/customer.ts'
import { test as base, expect, LIFF_ID } from '#tests/kit/e2e.ts'
import { closeAndSeal, drawAndAnnounce } from '#tests/kit/end-campaign.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

type Holder = {
  readonly page: Page
  readonly user: { readonly userId: string; readonly displayName: string }
}

/** Registers a customer on a new phone and gets a receipt approved. */
async function ticketHolder(browser: Browser, campaign: Campaign, receiptNo: string): Promise<Holder> {
  const page = await (await browser.newContext()).newPage()
  const user = await join(page, campaign)
  await sendReceipt(page, receiptNo)
  const pending = await campaign.organiser(['receipts', 'list', '--status', 'pending'])
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(pending)?.[0] ?? ''
  await campaign.organiser(['receipts', 'approve', id])
  return { page, user }
}

/**
 * Opens the result, which is on the screen that every start shows after the end (spec S4). The emulated LINE has one user at a
 * time.
 */
async function openResult({ page, user }: Holder, campaign: Campaign) {
  await campaign.emulator('POST', 'token', user)
  await campaign.emulator('PATCH', 'state', { user: user.userId, friendships: { [user.userId]: 'friend' } })
  await page.goto(`${campaign.url}/__line/liff.line.me/${LIFF_ID}`)
  await expect(page.getByRole('link', { name: 'ดูประกาศผล' })).toBeVisible()
}

const won = ({ page }: Holder) => page.getByRole('link', { name: 'ยืนยันสิทธิ์' })

/** A separate campaign, because this test ends it permanently. */
const test = base.extend<{ ending: Campaign }>({
  ending: simpleFixture(startCampaign, campaign => campaign.dispose()),
})

test('a real draw: the winner declines, the reserve moves up and confirms', async ({
  browser,
  ending: campaign,
}) => {
  test.slow()
  const office = (...words: string[]) => campaign.organiser(words)
  const one = await ticketHolder(browser, campaign, 'INV-2026/201')
  const other = await ticketHolder(browser, campaign, 'INV-2026/202')
  await closeAndSeal(campaign, 1)

  await test.step('after the end, the app shows the number of entries, and no link to results', async () => {
    await other.page.goto(campaign.url)
    await expect(other.page.getByText('กิจกรรมสิ้นสุดแล้ว')).toBeVisible()
    await expect(other.page.getByText(/^คุณมี \d+ สิทธิ์/)).toBeVisible()
    await expect(other.page.getByRole('link', { name: 'ดูประกาศผล' })).toHaveCount(0)
  })

  await drawAndAnnounce(campaign)
  await openResult(one, campaign)
  const result = one.page.getByRole('heading', { name: /^(ยินดีด้วย คุณได้รับบัตรคอนเสิร์ต|คุณอยู่ในรายชื่อสำรอง)$/ })
  await expect(result).toBeVisible()
  const [winner, reserve] = (await won(one).isVisible()) ? [one, other] : [other, one]
  if (winner === other) await openResult(other, campaign)

  await test.step('the winner declines after a confirmation dialog', async () => {
    await won(winner).click()
    await winner.page.getByRole('button', { name: 'สละสิทธิ์' }).click()
    await winner.page.getByRole('dialog').getByRole('button', { name: 'สละสิทธิ์' }).click()
    await expect(winner.page.getByText('คุณสละสิทธิ์แล้ว')).toBeVisible()
  })

  await test.step('the reserve is promoted and confirms', async () => {
    await office('draw', 'promote')
    await openResult(reserve, campaign)
    await won(reserve).click()
    await expect(reserve.page.getByText('ยินดีด้วย คุณได้รับรางวัล')).toBeVisible()
    await reserve.page.getByRole('button', { name: 'ยืนยันสิทธิ์' }).click()
    await expect(reserve.page.getByRole('heading', { name: 'ยืนยันแล้ว พบกันที่คอนเสิร์ต!' })).toBeVisible()
    await openResult(reserve, campaign)
    await expect(reserve.page.getByRole('heading', { name: 'ยืนยันแล้ว พบกันที่คอนเสิร์ต!' })).toBeVisible()
  })

  for (const { page } of [one, other]) await page.context().close()
})
