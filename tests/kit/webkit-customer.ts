import { writeFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { bangkokDay, bangkokMinute } from '#contract/rules.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Campaign } from '#tests/kit/campaign.ts'
import { drawReceipt } from '#tests/kit/draw-receipt.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { asNewUser } from '#tests/kit/new-user.ts'
import type { WebKitPage } from '#tests/kit/webkit.ts'

/** A customer's steps in WebKit. They find elements by their visible labels. */

/** The LIFF id under which the emulated LINE knows the campaign. */
export const LIFF_ID = '2000000001-Campaign'

/** A registered customer: the LINE account, and the id in the server's database. */
export type WebKitCustomer = { readonly userId: string; readonly id: string }

/** Opens the campaign's LIFF link, like a tap on it in a chat, so that LINE opens the app. */
export const openInLine = (page: WebKitPage, campaign: Campaign, path = '') =>
  page.goto(`${campaign.url}/__line/liff.line.me/${LIFF_ID}${path}`)

let phones = Math.floor(Math.random() * 90_000_000)

/**
 * Presses the button of the landing page, accepts the terms, fills in the form and sends it. Ends on the success
 * dialog.
 */
export async function register(page: WebKitPage) {
  phones += 1
  await page.click({ role: 'button', name: 'เข้าร่วม' })
  await page.click({ role: 'checkbox', name: /^ฉันยอมรับเงื่อนไขกิจกรรม/ })
  await page.click({ role: 'checkbox', name: /^รับทราบนโยบายความเป็นส่วนตัว/ })
  await page.click({ role: 'button', name: 'ถัดไป' })
  await page.type({ role: 'field', name: 'ชื่อ' }, 'มานี')
  await page.type({ role: 'field', name: 'นามสกุล' }, 'ใจดี')
  await page.type({ role: 'field', name: 'เบอร์โทรศัพท์มือถือ' }, `08${String(phones).padStart(8, '0')}`)
  await page.choose({ role: 'field', name: 'วัน' }, '12')
  await page.choose({ role: 'field', name: 'เดือน' }, '05')
  await page.choose({ role: 'field', name: 'ปี' }, '1999')
  await page.click({ role: 'button', name: 'ลงทะเบียน' })
  await page.see('ลงทะเบียนสำเร็จ')
}

/** Opens the campaign inside LINE as a new friend of the account and registers. Ends on the home screen. */
export async function join(page: WebKitPage, campaign: Campaign): Promise<WebKitCustomer> {
  const { userId } = await asNewUser(campaign, 'friend')
  await openInLine(page, campaign)
  await register(page)
  await page.click({ role: 'button', name: 'ปิด' })
  await page.see('สิทธิ์ของคุณ')
  const { id } = await campaign.read(db =>
    db.selectFrom('customer').select('id').where('line_user_id', '=', userId).executeTakeFirstOrThrow(),
  )
  return { userId, id }
}

/** Photographs a receipt and sends it from the home screen. Ends on the thank-you screen. */
export async function sendReceipt(page: WebKitPage, receiptNo: string) {
  await page.click({ role: 'link', name: /ส่งใบเสร็จ/ })
  await fillReceipt(page, receiptNo)
}

/** Photographs a receipt, fills in the open receipt form and sends it. Ends on the thank-you screen. */
export async function fillReceipt(page: WebKitPage, receiptNo: string) {
  const photo = joinPath(await testFolder(), 'receipt.jpg')
  await writeFile(photo, Buffer.from(await page.evaluate<string>(drawReceipt, receiptNo), 'base64'))
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

/** Types an answer on the answer screen and sends it. Ends on the thank-you screen. */
export async function sendAnswer(page: WebKitPage, text: string) {
  await page.type({ role: 'field', name: 'คำตอบของคุณ' }, text)
  await page.click({ role: 'button', name: /^(ส่ง|แก้ไข)คำตอบ$/ })
  await page.waitForUrl(/\/thanks/)
}

export const goHome = (page: WebKitPage) => page.click({ role: 'link', name: 'กลับหน้าแรก' })

/** Returns the customer's receipts from the database, oldest first, with the number of photos of each. */
export const receiptsOf = (campaign: Campaign, { id }: WebKitCustomer) =>
  campaign.read(db =>
    db
      .selectFrom('receipt')
      .innerJoin('receipt_image', 'receipt_image.receipt_id', 'receipt.id')
      .select(['receipt.id', 'receipt.receipt_no', 'receipt.status', 'receipt.amount_satang'])
      .select(({ fn }) => fn.count<number>('receipt_image.sha256').as('photos'))
      .where('receipt.customer_id', '=', id)
      .groupBy('receipt.id')
      .orderBy('receipt.created_at')
      .execute(),
  )

/** Returns the texts of the customer's answers from the database. */
export const answersOf = async (campaign: Campaign, { id }: WebKitCustomer) => {
  const rows = await campaign.read(db =>
    db.selectFrom('answer').select('answer_text').where('customer_id', '=', id).execute(),
  )
  return rows.map(row => row.answer_text)
}
