import { expect, test } from 'vitest'
import { startCampaign } from '#tests/kit/campaign.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { closeAndSeal, drawAndAnnounce } from '#tests/kit/end-campaign.ts'
import { rowOf } from '#tests/kit/rows.ts'
import { startWebKit } from '#tests/kit/webkit.ts'
import { join, openInLine, type WebKitCustomer } from '#tests/kit/webkit-customer.ts'

const webkit = eachFile(startWebKit)
/** A separate campaign, because this test ends it. */
const campaign = eachFile(startCampaign)
const page = eachFile(() => webkit.open())

/** Returns the customer's place in the draw, from the database. */
const drawOf = ({ id }: WebKitCustomer) => campaign.read(db => rowOf({ db }, 'reward', { customer_id: id }))

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
  await page.click({ role: 'link', name: 'ยืนยันรับรางวัล' })
  await page.click({ role: 'button', name: 'ยืนยันรับรางวัล' })
  await page.see('ยืนยันแล้ว พบกันที่คอนเสิร์ต!')
  expect(await drawOf(customer)).toMatchObject({ draw_state: 'confirmed', confirmed_at: expect.any(Number) })
  await openInLine(page, campaign)
  await page.see('ยืนยันแล้ว พบกันที่คอนเสิร์ต!')
})
