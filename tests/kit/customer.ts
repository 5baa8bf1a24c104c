import { expect, type Page } from '@playwright/test'
import { bangkokMinute } from '#contract/rules.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Campaign } from '#tests/kit/campaign.ts'
import { asNewUser, openInLine, receiptPhoto } from '#tests/kit/e2e.ts'

/** What a customer does in the app, in the words that stand on its buttons. */

let phones = Math.floor(Math.random() * 90_000_000)

/** Fills in and sends the registration; ends on the home screen. */
export async function register(page: Page) {
  await expect(page.getByRole('heading', { name: 'ลงทะเบียน' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'ข้าพเจ้ายอมรับเงื่อนไขกิจกรรม' }).check()
  await page.getByRole('checkbox', { name: 'รับทราบนโยบายความเป็นส่วนตัว' }).check()
  await page.getByRole('button', { name: 'ถัดไป' }).click()
  phones += 1
  await page.getByLabel('ชื่อ', { exact: true }).fill('มานี')
  await page.getByLabel('นามสกุล').fill('ใจดี')
  await page.getByLabel('เบอร์โทรศัพท์มือถือ').fill(`08${String(phones).padStart(8, '0')}`)
  await page.getByLabel('วัน', { exact: true }).selectOption('12')
  await page.getByLabel('เดือน', { exact: true }).selectOption('05')
  await page.getByLabel('ปี', { exact: true }).selectOption('1999')
  await page.getByLabel('บ้านเลขที่ ถนน หมู่บ้าน').fill('12/3 ถนนสุขใจ')
  await page.getByLabel('จังหวัด').selectOption({ label: 'เชียงใหม่' })
  await page.getByLabel('อำเภอ/เขต').selectOption({ label: 'เมืองเชียงใหม่' })
  await page.getByLabel('ตำบล/แขวง').selectOption({ label: 'ศรีภูมิ' })
  await expect(page.getByLabel('รหัสไปรษณีย์')).toHaveValue('50200')
  await page.getByRole('button', { name: 'ลงทะเบียน' }).click()
  await expect(page.getByRole('dialog').getByText('ลงทะเบียนสำเร็จ')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('สิทธิ์ของคุณ')).toBeVisible()
}

/** A new friend of the account opens the campaign inside LINE and registers; ends on the home screen. */
export async function join(page: Page, campaign: Campaign) {
  const user = await asNewUser(campaign, 'friend')
  await openInLine(page, campaign)
  await register(page)
  return user
}

/** Sends a receipt with a photo from the home screen; ends on the thank-you screen. */
export async function sendReceipt(page: Page, receiptNo: string, amount = '350') {
  await fillReceipt(page, receiptNo, amount)
  await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
  await expect(page).toHaveURL(/\/thanks/)
}

/** Fills in a receipt from the home screen; ends before the question whether it is all right. */
export async function fillReceipt(page: Page, receiptNo: string, amount = '350') {
  await page.getByRole('link', { name: 'ส่งใบเสร็จ' }).first().click()
  const photo = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await receiptPhoto(page, receiptNo) }
  await page.locator('input[type=file]').first().setInputFiles(photo)
  await expect(page.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })).toBeVisible()
  await page.getByRole('button', { name: 'ร้านค้า' }).click()
  const store = page.getByRole('dialog').getByRole('listitem').first()
  await store.getByRole('button').click()
  await page.getByLabel('เลขที่ใบเสร็จ').fill(receiptNo)
  await page.getByLabel('วันที่และเวลาที่ซื้อ').fill(bangkokMinute(Date.now() - 2 * HOUR_MS))
  await page.getByLabel('ยอดเงิน (บาท)').fill(amount)
  await page.getByRole('button', { name: 'ตรวจสอบและส่ง' }).click()
}

/** Opens a screen without loading the page anew, as a link in the app does. */
export async function goWithin(page: Page, path: string) {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Logs out from home; what is unsent stays on the phone. */
export async function logOut(page: Page) {
  await goWithin(page, '/profile')
  await page.getByRole('button', { name: 'ออกจากระบบ', exact: true }).click()
  const yes = page.getByRole('dialog').getByRole('button', { name: /^(เก็บไว้ แล้ว)?ออกจากระบบ$/ })
  await yes.click()
  await expect(page.getByRole('heading', { name: 'ออกจากระบบแล้ว' })).toBeVisible()
}
