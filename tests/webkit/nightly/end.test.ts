import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Campaign, startCampaign } from '#tests/kit/campaign.ts'
import { closeAndSeal, drawAndAnnounce } from '#tests/kit/end-campaign.ts'
import { startWebKit, type WebKit, type WebKitPage } from '#tests/kit/webkit.ts'
import { join, openInLine, type WebKitCustomer } from '#tests/kit/webkit-customer.ts'

let webkit: WebKit
/** A separate campaign, because the test ends it. */
let campaign: Campaign
let page: WebKitPage

beforeAll(async () => {
  ;[webkit, campaign] = await Promise.all([startWebKit(), startCampaign()])
  page = await webkit.open()
})
afterAll(async () => {
  await page.close()
  await Promise.all([webkit.close(), campaign.dispose()])
})

/** Returns the customer's place in the draw, from the database. */
const drawOf = ({ id }: WebKitCustomer) =>
  campaign.read(db =>
    db
      .selectFrom('reward')
      .select(['draw_state', 'confirmed_at'])
      .where('customer_id', '=', id)
      .executeTakeFirstOrThrow(),
  )

test('the campaign ends, the draw is announced, and the winner confirms the prize', async () => {
  const customer = await join(page, campaign)
  await closeAndSeal(campaign, { reserves: 0 })
  await openInLine(page, campaign)
  await page.see('กิจกรรมสิ้นสุดแล้ว')
  await page.see(/^คุณมี 1 สิทธิ์/)

  await drawAndAnnounce(campaign)
  expect(await drawOf(customer)).toMatchObject({ draw_state: 'won', confirmed_at: null })

  await openInLine(page, campaign)
  await page.find({ role: 'heading', name: /^ยินดีด้วย คุณได้รับ/ })
  await page.click({ role: 'link', name: 'ยืนยันสิทธิ์' })
  await page.click({ role: 'button', name: 'ยืนยันสิทธิ์' })
  await page.see('ยืนยันแล้ว พบกันที่คอนเสิร์ต!')
  expect(await drawOf(customer)).toMatchObject({ draw_state: 'confirmed', confirmed_at: expect.any(Number) })
  await openInLine(page, campaign)
  await page.see('ยืนยันแล้ว พบกันที่คอนเสิร์ต!')
})
