import type { Browser, Page } from '@playwright/test'
import { type Campaign, startCampaign } from '#tests/kit/campaign.ts'
import { join } from '#tests/kit/customer.ts'
import { test as base, expect, LIFF_ID } from '#tests/kit/e2e.ts'
import { CONFIRM_MS, closeAndSeal, drawAndAnnounce, passTime } from '#tests/kit/end-campaign.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

const DAY = 86_400_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

type Customer = {
  readonly page: Page
  readonly user: { readonly userId: string; readonly displayName: string }
}

/** A separate campaign, because each test moves its dates. */
const test = base.extend<{ own: Campaign }>({
  own: simpleFixture(startCampaign, campaign => campaign.dispose()),
})

async function customerOf(browser: Browser, campaign: Campaign): Promise<Customer> {
  const page = await (await browser.newContext()).newPage()
  return { page, user: await join(page, campaign) }
}

/** Opens a link of the campaign in LINE as this customer. The emulated LINE has one user at a time. */
async function open({ page, user }: Customer, campaign: Campaign, path = '') {
  await campaign.emulator('POST', 'token', user)
  await campaign.emulator('PATCH', 'state', { user: user.userId, friendships: { [user.userId]: 'friend' } })
  await page.goto(`${campaign.url}/__line/liff.line.me/${LIFF_ID}${path}`)
}

const heading = ({ page }: Customer) => page.getByRole('heading', { level: 1 })

test('before the start, shows when the campaign opens, and opens it to those who wait', async ({
  browser,
  own: campaign,
}) => {
  const customer = await customerOf(browser, campaign)
  await campaign.organiser(['dates', 'set', '--opens', at(DAY)])
  await open(customer, campaign, '/receipt')
  await expect(heading(customer)).toHaveText('กิจกรรมยังไม่เริ่ม')
  await expect(customer.page).toHaveURL(/\/comingsoon/)
  await expect(customer.page.getByRole('timer')).toBeVisible()
  await campaign.organiser(['dates', 'set', '--opens', at(-1000)])
  await open(customer, campaign)
  await expect(customer.page.getByText('สิทธิ์ของคุณ')).toBeVisible()
  await customer.page.context().close()
})

test('after the draw: the winner, the reserve and those who have not won see their own results', async ({
  browser,
  own: campaign,
}) => {
  test.slow()
  const customers: Customer[] = []
  for (let index = 0; index < 3; index += 1) customers.push(await customerOf(browser, campaign))
  await closeAndSeal(campaign, 1)
  await drawAndAnnounce(campaign)
  const results = new Map<string, Customer>()
  for (const customer of customers) {
    await open(customer, campaign)
    await expect(heading(customer)).toHaveText(/^(ยินดีด้วย คุณได้รับ.+|คุณอยู่ในรายชื่อสำรอง|ครั้งนี้ยังไม่ใช่คุณ)$/)
    results.set((await heading(customer).textContent()) ?? '', customer)
  }
  expect(results.size).toBe(3)
  const of = (title: string) => {
    const found = [...results].find(([text]) => text.startsWith(title))?.[1]
    if (!found) throw new Error(`no customer sees "${title}"`)
    return found
  }
  const [winner, reserve, other] = [of('ยินดีด้วย'), of('คุณอยู่ในรายชื่อสำรอง'), of('ครั้งนี้ยังไม่ใช่คุณ')]

  await test.step('the reserve reads until when winners can confirm, and what the list is', async () => {
    await expect(reserve.page.getByText(/^ผู้ได้รับรางวัลยืนยันได้ถึง/)).toBeVisible()
    await reserve.page.getByRole('button', { name: 'รายชื่อสำรองคืออะไร' }).click()
    await expect(reserve.page.getByRole('tooltip')).toContainText('ผู้ที่ได้รางวัลแทน')
    await expect(reserve.page.getByRole('link', { name: 'ยืนยันสิทธิ์' })).toHaveCount(0)
  })

  await test.step('a customer who has not won sees the list of winners', async () => {
    await other.page.getByRole('link', { name: 'ดูประกาศผล' }).click()
    await expect(other.page.getByRole('heading', { name: 'รายชื่อผู้ได้รับรางวัล' })).toBeVisible()
  })

  await test.step('a link with liff.state still opens its screen', async () => {
    await open(other, campaign, '/receiptHistory')
    await expect(other.page).toHaveURL(/\/receiptHistory/)
    await expect(heading(other)).toHaveText('ประวัติใบเสร็จ')
    await open(winner, campaign, '/confirm')
    await expect(winner.page.getByRole('button', { name: 'ยืนยันสิทธิ์' })).toBeVisible()
  })

  await test.step('after the deadline, the winner can no longer confirm', async () => {
    await passTime(campaign, CONFIRM_MS)
    await open(winner, campaign)
    await expect(heading(winner)).toHaveText('หมดเวลายืนยันสิทธิ์')
    await expect(winner.page.getByRole('link', { name: 'ยืนยันสิทธิ์' })).toHaveCount(0)
  })

  for (const { page } of customers) await page.context().close()
})
