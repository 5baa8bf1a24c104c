import { goWithin, openAsCustomer } from '#tests/kit/customer.ts'
import { test as base, expect } from '#tests/kit/e2e.ts'
import { type OwnCampaign, startOwnCampaign } from '#tests/kit/own-campaign.ts'
import { insert, rowOf, update } from '#tests/kit/rows.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'
import { violationsIn } from '#tools/axe.ts'

/** A separate campaign, because its result is announced. */
const test = base.extend<{ announced: OwnCampaign }>({
  announced: simpleFixture(startOwnCampaign, campaign => campaign.close()),
})
test.use({ viewport: { width: 390, height: 844 } })

const prize = { key: 'case', titleTh: 'ฟองฟูยกลัง', titleEn: 'A case of Fongfu', valueBaht: 480 }

async function announceShipped(campaign: OwnCampaign): Promise<string> {
  return campaign.read(async db => {
    const now = Date.now()
    const { id } = await rowOf({ db }, 'customer')
    const draw = await db.selectFrom('draw').select('id').executeTakeFirstOrThrow()
    const place = await db
      .selectFrom('subdistrict')
      .innerJoin('district', 'district.id', 'subdistrict.district_id')
      .select(['subdistrict.id', 'subdistrict.postal_code', 'district_id', 'district.province_id'])
      .executeTakeFirstOrThrow()
    const { district_id, province_id, postal_code } = place
    const address = { address_line: '99/1', subdistrict_id: place.id, district_id, province_id, postal_code }
    await update({ db }, 'customer', address)
    const prizes = JSON.stringify([{ ...prize, delivery: 'shipped', count: 1 }])
    await update({ db }, 'draw', { prizes, state: 'run', method: 'seed', run_at: now })
    const seat = { rank: 1, seat: 1, reserve: 0, masked_name: 'มา***', promoted_at: null }
    await insert({ db }, 'draw_winner', { ...seat, draw_id: draw.id, ticket_id: id, customer_id: id })
    await update({ db }, 'reward', { draw_state: 'confirmed', draw_rank: 1, confirmed_at: now })
    await update({ db }, 'campaign', { announced_at: now })
    return id
  })
}

test('a winner sees the parcel, copies its number, and reads it without a connection', async ({
  page,
  context,
  announced: campaign,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAsCustomer(page, campaign)
  const id = await announceShipped(campaign)
  await goWithin(page, '/confirm')
  await expect(page.getByText('เราจะส่งไปตามที่อยู่ที่คุณให้ไว้')).toBeVisible()
  await expect(page.getByRole('link', { name: 'ไม่สะดวกรับรางวัลนี้?' })).toBeVisible()

  await campaign.organiser(['winners', 'ship', id, '--carrier', 'ไปรษณีย์ไทย', '--tracking', 'EX123456789TH'])
  await goWithin(page, '/')
  await goWithin(page, '/confirm')
  await expect(page.getByText('EX123456789TH')).toBeVisible()
  await expect(page.getByText('ไปรษณีย์ไทย')).toBeVisible()
  await expect(page.getByText('เราจะส่ง')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'ไม่สะดวกรับรางวัลนี้?' })).toHaveCount(0)
  await page.getByRole('button', { name: 'คัดลอกเลขพัสดุ' }).click()
  await expect(page.getByText('คัดลอกเลขพัสดุแล้ว')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('EX123456789TH')
  expect(await violationsIn(page)).toEqual([])

  await context.setOffline(true)
  await goWithin(page, '/')
  await goWithin(page, '/confirm')
  await expect(page.getByText('EX123456789TH')).toBeVisible()
  await expect(page.getByText(/^ข้อมูลเมื่อ/)).toBeVisible()

  await context.setOffline(false)
  await campaign.organiser(['winners', 'received', id])
  await goWithin(page, '/')
  await goWithin(page, '/confirm')
  await expect(page.getByText('เราบันทึกไว้ว่าคุณได้รับรางวัลแล้ว')).toBeVisible()
  await page.getByRole('link', { name: 'ดูช่องทางติดต่อ' }).click()
  await expect(page.getByRole('heading', { name: 'ติดต่อเรา' })).toBeVisible()
})
