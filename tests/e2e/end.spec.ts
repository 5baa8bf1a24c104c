import type { Browser, Page } from '@playwright/test'
import { openAsCustomer } from '#tests/kit/customer.ts'
import { test as base, expect, LIFF_ID } from '#tests/kit/e2e.ts'
import { CONFIRM_MS, closeAndSeal, drawAndAnnounce } from '#tests/kit/end-campaign.ts'
import { type OwnCampaign, startOwnCampaign } from '#tests/kit/own-campaign.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

const DAY = 86_400_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

type Customer = {
  readonly page: Page
  readonly user: { readonly userId: string; readonly displayName: string }
}

/** A separate campaign, because the test ends it. */
const test = base.extend<{ own: OwnCampaign }>({
  own: simpleFixture(startOwnCampaign, campaign => campaign.close()),
})

/** Creates a customer with a phone and a first ticket. */
async function customerOf(browser: Browser, campaign: OwnCampaign): Promise<Customer> {
  const page = await (await browser.newContext()).newPage()
  return { user: await openAsCustomer(page, campaign), page }
}

/** Opens a link to the campaign in LINE as this customer. The emulated LINE has one user at a time. */
async function open({ page, user }: Customer, campaign: OwnCampaign, path = '') {
  await campaign.emulator('POST', 'token', user)
  await campaign.emulator('PATCH', 'state', { user: user.userId, friendships: { [user.userId]: 'friend' } })
  await page.goto(`${campaign.url}/__line/liff.line.me/${LIFF_ID}${path}`)
}

const heading = ({ page }: Customer) => page.getByRole('heading', { level: 1 })
const confirmLink = ({ page }: Customer) => page.getByRole('link', { name: 'ยืนยันรับรางวัล' })

const drawnUsers = (campaign: OwnCampaign) =>
  campaign.read(db =>
    db
      .selectFrom('draw_winner')
      .innerJoin('customer', 'customer.id', 'draw_winner.customer_id')
      .select('line_user_id')
      .orderBy('reserve')
      .orderBy('rank')
      .execute(),
  )

test('from before the start to after the draw: two winners, the reserve and another customer see their own results', async ({
  browser,
  own: campaign,
}) => {
  test.slow()
  const customers: Customer[] = []
  for (let index = 0; index < 4; index += 1) customers.push(await customerOf(browser, campaign))
  const [first] = customers
  if (!first) throw new Error('no customer')

  await test.step('before the start, shows when the campaign opens, and opens it to those who wait', async () => {
    await campaign.organiser(['dates', 'set', '--opens', at(DAY)])
    await open(first, campaign, '/receipt')
    await expect(heading(first)).toHaveText('กิจกรรมยังไม่เริ่ม')
    await expect(first.page).toHaveURL(/\/comingsoon/)
    await expect(first.page.getByRole('timer')).toBeVisible()
    await campaign.organiser(['dates', 'set', '--opens', at(-DAY)])
    await open(first, campaign)
    await expect(first.page.getByText('สิทธิ์ของคุณ')).toBeVisible()
  })

  await closeAndSeal(campaign, { winners: 2, reserves: 1 })

  await test.step('after the end, the app shows the number of entries, and no link to results', async () => {
    await first.page.goto(campaign.url)
    await expect(first.page.getByText('กิจกรรมสิ้นสุดแล้ว')).toBeVisible()
    await expect(first.page.getByText(/^คุณมี \d+ สิทธิ์/)).toBeVisible()
    await expect(first.page.getByRole('link', { name: 'ดูประกาศผล' })).toHaveCount(0)
  })

  await drawAndAnnounce(campaign)
  const drawn = (await drawnUsers(campaign)).map(({ line_user_id }) => line_user_id)
  const [winner, late, reserve, other] = [...drawn, null].map(id => {
    const found = customers.find(({ user }) =>
      id === null ? !drawn.includes(user.userId) : user.userId === id,
    )
    if (!found) throw new Error(`no customer for ${id}`)
    return found
  }) as [Customer, Customer, Customer, Customer]

  await test.step('the reserve reads until when winners can confirm, and what the list is', async () => {
    await open(reserve, campaign)
    await expect(heading(reserve)).toHaveText('คุณอยู่ในรายชื่อสำรอง')
    await expect(reserve.page.getByText(/^ผู้ได้รับรางวัลยืนยันได้ถึง/)).toBeVisible()
    await reserve.page.getByRole('button', { name: 'รายชื่อสำรองคืออะไร' }).click()
    await expect(reserve.page.getByRole('tooltip')).toContainText('ผู้ที่ได้รางวัลแทน')
    await expect(confirmLink(reserve)).toHaveCount(0)
  })

  await test.step('a winner declines after a confirmation dialog', async () => {
    await open(winner, campaign)
    await expect(heading(winner)).toHaveText(/^ยินดีด้วย คุณได้รับบัตรคอนเสิร์ต/)
    await confirmLink(winner).click()
    await winner.page.getByRole('link', { name: 'ไม่สะดวกรับรางวัลนี้?' }).click()
    await winner.page.getByRole('button', { name: 'ไม่รับรางวัลนี้' }).click()
    await winner.page.getByRole('dialog').getByRole('button', { name: 'ไม่รับรางวัลนี้' }).click()
    await expect(winner.page.getByText('คุณเลือกไม่รับรางวัลนี้')).toBeVisible()
  })

  await test.step('the reserve is promoted and confirms', async () => {
    await campaign.organiser(['draw', 'promote'])
    await open(reserve, campaign)
    await confirmLink(reserve).click()
    await expect(reserve.page.getByText('ยินดีด้วย คุณได้รับรางวัล')).toBeVisible()
    await reserve.page.getByRole('button', { name: 'ยืนยันรับรางวัล' }).click()
    await expect(heading(reserve)).toHaveText('ยืนยันแล้ว พบกันที่คอนเสิร์ต!')
    await open(reserve, campaign)
    await expect(heading(reserve)).toHaveText('ยืนยันแล้ว พบกันที่คอนเสิร์ต!')
  })

  await test.step('a customer who has not won sees the list of winners, and a link still opens its screen', async () => {
    await open(other, campaign)
    await expect(heading(other)).toHaveText('ครั้งนี้ยังไม่ได้รับรางวัล')
    await other.page.getByRole('link', { name: 'ดูประกาศผล' }).click()
    await expect(heading(other)).toHaveText('รายชื่อผู้ได้รับรางวัล')
    await open(other, campaign, '/receiptHistory')
    await expect(other.page).toHaveURL(/\/receiptHistory/)
    await expect(heading(other)).toHaveText('ประวัติใบเสร็จ')
  })

  await test.step('after the deadline, a winner can no longer confirm', async () => {
    await open(late, campaign, '/confirm')
    await expect(late.page.getByRole('button', { name: 'ยืนยันรับรางวัล' })).toBeVisible()
    await campaign.passTime(CONFIRM_MS)
    await open(late, campaign)
    await expect(heading(late)).toHaveText('หมดเวลายืนยันรับรางวัล')
    await expect(confirmLink(late)).toHaveCount(0)
  })

  for (const { page } of customers) await page.context().close()
})
