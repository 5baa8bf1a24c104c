import { isoOf } from '#contract/time.ts'
import { openAsCustomer } from '#tests/kit/customer.ts'
import { test as base, expect, LIFF_ID } from '#tests/kit/e2e.ts'
import { type OwnCampaign, startOwnCampaign } from '#tests/kit/own-campaign.ts'
import { insert, rowOf, update } from '#tests/kit/rows.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'
import { violationsIn } from '#tools/axe.ts'

/** A separate campaign, because the test ends it. */
const test = base.extend<{ ended: OwnCampaign }>({
  ended: simpleFixture(startOwnCampaign, campaign => campaign.close()),
})
test.use({ viewport: { width: 390, height: 844 } })

const WEEK = 7 * 86_400_000

async function win(campaign: OwnCampaign, userId: string) {
  await campaign.read(async db => {
    const now = Date.now()
    const { id } = await rowOf({ db }, 'customer', { line_user_id: userId })
    const ticket = await rowOf({ db }, 'ticket', { customer_id: id })
    const draw = await rowOf({ db }, 'draw')
    const event = {
      startsAt: isoOf(now + WEEK),
      venueTh: 'ลานคอนเสิร์ต',
      venueEn: 'Arena',
      mapUrl: 'https://maps.example.com/arena',
    }
    await update({ db }, 'draw', { state: 'run', handover: JSON.stringify({ concert: { event } }) })
    const seat = { rank: 1, seat: 1, reserve: 0, masked_name: 'มา***', promoted_at: null }
    await insert({ db }, 'draw_winner', { ...seat, draw_id: draw.id, ticket_id: ticket.id, customer_id: id })
    await update({ db }, 'reward', { draw_state: 'confirmed', draw_rank: 1, confirmed_at: now })
    await update({ db }, 'campaign', { announced_at: now })
  })
  await campaign.organiser(['close'])
}

test('after the end, the ticket has a name, number, code and calendar, also offline', async ({
  page,
  context,
  ended: campaign,
}) => {
  test.slow()
  const { userId } = await openAsCustomer(page, campaign)
  await win(campaign, userId)
  await page.goto(`${campaign.url}/__line/liff.line.me/${LIFF_ID}/confirm`)
  const code = page.getByRole('img', { name: 'QR โค้ดส่วนตัว' })
  const name = page.getByText('มานี ใจดี')
  await expect(name).toBeVisible()
  await expect(page.getByText(/^FF-\d{6}-\d$/)).toBeVisible()
  await expect(page.getByText('ลานคอนเสิร์ต')).toBeVisible()
  await expect(code).toBeVisible()
  expect(await violationsIn(page)).toEqual([])

  const asked = context.waitForEvent('response', answer => answer.url().includes('/calendar'))
  await page.getByRole('link', { name: 'เพิ่มลงปฏิทิน' }).click()
  const answer = await asked
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])

  await context.setOffline(true)
  await expect(page.getByText('ยังติดต่อระบบไม่ได้')).toBeVisible({ timeout: 60_000 })
  await expect(code).toBeVisible()
  await expect(name).toBeVisible()
  await expect(page.getByRole('button', { name: 'เพิ่มลงปฏิทิน' })).toBeDisabled()
})
