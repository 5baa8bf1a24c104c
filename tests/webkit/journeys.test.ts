import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bangkokDay, bangkokMinute } from '#contract/rules.ts'
import { HOUR_MS } from '#contract/time.ts'
import { type Campaign, startCampaign } from '#tests/kit/campaign.ts'
import { drawReceipt } from '#tests/kit/draw-receipt.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { asNewUser } from '#tests/kit/new-user.ts'
import { startWebKit, type WebKit, type WebKitPage } from '#tests/kit/webkit.ts'

const LIFF_ID = '2000000001-Campaign'

let webkit: WebKit
let campaign: Campaign
let page: WebKitPage

beforeAll(async () => {
  ;[webkit, campaign] = await Promise.all([startWebKit(), startCampaign()])
})
afterAll(() => Promise.all([webkit.close(), campaign.dispose()]))
beforeEach(async () => {
  page = await webkit.open()
})
afterEach(() => page.close())

/** Presses the landing's button, accepts the terms, fills in the form and sends it. */
async function register(phone: string) {
  await page.click({ role: 'button', name: 'เข้าร่วม' })
  await page.click({ role: 'checkbox', name: /^ข้าพเจ้ายอมรับเงื่อนไขกิจกรรม/ })
  await page.click({ role: 'checkbox', name: /^รับทราบนโยบายความเป็นส่วนตัว/ })
  await page.click({ role: 'button', name: 'ถัดไป' })
  await page.type({ role: 'field', name: 'ชื่อ' }, 'มานี')
  await page.type({ role: 'field', name: 'นามสกุล' }, 'ใจดี')
  await page.type({ role: 'field', name: 'เบอร์โทรศัพท์มือถือ' }, phone)
  await page.choose({ role: 'field', name: 'วัน' }, '12')
  await page.choose({ role: 'field', name: 'เดือน' }, '05')
  await page.choose({ role: 'field', name: 'ปี' }, '1999')
  await page.click({ role: 'button', name: 'ลงทะเบียน' })
  await page.see('ลงทะเบียนสำเร็จ')
}

/** Photographs a receipt and sends it from the home screen. Ends on the thank-you screen. */
async function sendReceipt(receiptNo: string) {
  const photo = join(await testFolder(), 'receipt.jpg')
  await writeFile(photo, Buffer.from(await page.evaluate<string>(drawReceipt, receiptNo), 'base64'))
  await page.click({ role: 'link', name: /ส่งใบเสร็จ/ })
  await page.attach(photo)
  await page.find({ role: 'image', name: 'รูปใบเสร็จที่ 1' })
  await page.click({ role: 'button', name: /^ร้านค้า/ })
  await page.click({ role: 'button', name: /./, within: 'dialog h3' })
  await page.click({ role: 'button', name: /./, within: 'dialog li' })
  await page.type({ role: 'field', name: 'เลขที่ใบเสร็จ' }, receiptNo)
  const [day, time = ''] = bangkokMinute(Date.now() - 2 * HOUR_MS).split('T')
  await page.click({ role: 'radio', name: day === bangkokDay(Date.now()) ? 'วันนี้' : 'เมื่อวาน' })
  await page.type({ role: 'field', name: 'เวลาที่ซื้อ' }, time)
  await page.type({ role: 'field', name: 'ยอดเงิน (บาท)' }, '350')
  await page.click({ role: 'button', name: 'ตรวจสอบและส่ง' })
  await page.click({ role: 'button', name: 'ยืนยันส่ง' })
  await page.waitForUrl(/\/thanks/)
}

test('a new customer joins in LINE, sends a receipt with a photo and finds it in the history', async () => {
  await asNewUser(campaign, 'first-consent')
  await page.goto(`${campaign.url}/__line/liff.line.me/${LIFF_ID}`)
  await page.click({ role: 'button', name: 'อนุญาต' })
  await page.click({ role: 'button', name: /เพิ่มเพื่อน/ })
  // The button loads the page once more.
  await page.gone({ role: 'button', name: /เพิ่มเพื่อน/ })
  await page.click({ role: 'link', name: /กลับไปที่/ })
  await register('0812345601')
  await page.click({ role: 'button', name: 'ปิด' })
  await page.see('สิทธิ์ของคุณ')
  await sendReceipt('INV-2026/001')
  await page.goto(`${campaign.url}/receiptHistory`)
  await page.see(/INV-2026\/001/)
  await page.see('รอตรวจสอบ')
})

test('outside LINE, a customer signs in, joins, and is still signed in after a reload', async () => {
  await campaign.organiser(['browser', 'allow'])
  await asNewUser(campaign, 'not-in-client', { consent: { initially: 'none' }, environment: { os: 'ios' } })
  await page.goto(`${campaign.url}/?liff.state=${encodeURIComponent('/receipt')}`)
  await page.waitForUrl(/__line\/access\.line\.me/)
  await page.click({ role: 'button', name: 'อนุญาต' })
  await page.waitForUrl(/\/register\?redirect=%2Freceipt/)
  await register('0812345602')
  await page.goto(`${campaign.url}/`)
  await page.see('สิทธิ์ของคุณ')
  expect(new URL(await page.url()).hostname).toBe('localhost')
})
