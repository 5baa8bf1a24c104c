import { expect, type FrameLocator, type Page } from '@playwright/test'
import { bangkokDay, bangkokMinute } from '#contract/rules.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Operated } from '#tests/kit/campaign.ts'
import { asNewUser, openInLine, receiptPhoto } from '#tests/kit/e2e.ts'
import { profileForm } from '#tests/kit/profile-form.ts'

type Phone = Page | FrameLocator

let phones = Math.floor(Math.random() * 90_000_000)

/**
 * Registers a customer, from the landing screen to the home screen. `phone` is the app's frame, if it runs in one.
 * `afterSending` runs after the form is sent, for example to handle a refusal.
 */
export async function register(page: Page, phone: Phone = page, afterSending = async () => {}) {
  await startJoining(phone)
  await phone.getByRole('checkbox', { name: 'ฉันยอมรับเงื่อนไขกิจกรรม' }).check()
  await phone.getByRole('checkbox', { name: 'รับทราบนโยบายความเป็นส่วนตัว' }).check()
  await phone.getByRole('button', { name: 'ถัดไป' }).click()
  phones += 1
  await phone.getByLabel('ชื่อ', { exact: true }).fill('มานี')
  await phone.getByLabel('นามสกุล').fill('ใจดี')
  await phone.getByLabel('เบอร์โทรศัพท์มือถือ').fill(`08${String(phones).padStart(8, '0')}`)
  await phone.getByLabel('วัน', { exact: true }).selectOption('12')
  await phone.getByLabel('เดือน', { exact: true }).selectOption('05')
  await phone.getByLabel('ปี', { exact: true }).selectOption('1999')
  await phone.getByRole('button', { name: 'ลงทะเบียน' }).click()
  await afterSending()
  await expect(phone.getByRole('dialog').getByText('ลงทะเบียนสำเร็จ')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(phone.getByText('สิทธิ์ของคุณ')).toBeVisible()
}

/** Opens the registration form. Presses the landing screen's button unless the form is already open. */
export async function startJoining(phone: Phone) {
  const form = phone.getByRole('heading', { name: 'ลงทะเบียน' })
  const join = phone.getByRole('button', { name: 'เข้าร่วม', exact: true })
  await expect(form.or(join)).toBeVisible()
  if (await join.isVisible()) await join.click()
  await expect(form).toBeVisible()
}

/** Opens the campaign inside LINE as a new friend of the official account, and registers. Ends on the home screen. */
export async function join(page: Page, campaign: Operated) {
  const user = await asNewUser(campaign, 'friend')
  await openInLine(page, campaign)
  await register(page)
  return user
}

/** Registers a new friend through the API, and signs this user in to the emulated LINE. */
export async function registered(campaign: Operated) {
  const user = await asNewUser(campaign, 'friend')
  const { idToken } = (await campaign.emulator('POST', 'token', user)) as { idToken: string }
  phones += 1
  const body = new URLSearchParams({
    ...profileForm,
    ...{ firstName: 'มานี', lastName: 'ใจดี', phone: `08${String(phones).padStart(8, '0')}` },
    ...{ consentTerms: 'true', consentPrivacy: 'true', lineUserId: user.userId, idToken },
  })
  const reply = await fetch(`${campaign.url}/api/authorization/register`, { method: 'POST', body })
  if (!reply.ok) throw new Error(`register answered ${reply.status}: ${await reply.text()}`)
  return user
}

/**
 * Opens the campaign inside LINE as a newly registered customer. Ends on the home screen, once it shows the first
 * ticket.
 */
export async function openAsCustomer(page: Page, campaign: Operated) {
  const user = await registered(campaign)
  await openInLine(page, campaign)
  await expect(page.getByText('1 สิทธิ์', { exact: true })).toBeVisible()
  return user
}

export async function receiptId(campaign: Operated, receiptNo: string): Promise<string> {
  const find = () =>
    campaign.read(db =>
      db.selectFrom('receipt').select('id').where('receipt_no', '=', receiptNo).executeTakeFirst(),
    )
  // On a slow machine, the thank-you screen can appear before the server has stored the receipt.
  await expect.poll(find).toBeDefined()
  return (await find())?.id ?? ''
}

/** Sends a receipt with a photo from the home screen. Ends on the thank-you screen. */
export async function sendReceipt(page: Page, receiptNo: string, amount = '350') {
  await fillReceipt(page, receiptNo, amount)
  await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
  await expect(page).toHaveURL(/\/thanks/)
}

/** Fills in a receipt from the home screen and opens the confirmation dialog. */
export async function fillReceipt(page: Page, receiptNo: string, amount = '350', phone: Phone = page) {
  await phone.getByRole('main').getByRole('link', { name: 'ส่งใบเสร็จ' }).click()
  const photo = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await receiptPhoto(page, receiptNo) }
  await phone.locator('input[type=file]').first().setInputFiles(photo) // The camera; the second input is the album.
  await expect(phone.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })).toBeVisible()
  await phone.getByRole('button', { name: 'ร้านค้า' }).click()
  const dialog = phone.getByRole('dialog')
  const chain = dialog.getByRole('heading', { level: 3 }).first().getByRole('button') // Any chain will do.
  if ((await chain.getAttribute('aria-expanded')) === 'false') await chain.click()
  await dialog.getByRole('listitem').first().getByRole('button').click() // Any store will do.
  await phone.getByLabel('เลขที่ใบเสร็จ').fill(receiptNo)
  const [day, time = ''] = bangkokMinute(Date.now() - 2 * HOUR_MS).split('T')
  const isToday = day === bangkokDay(Date.now())
  await phone.getByRole('radio', { name: isToday ? 'วันนี้' : 'เมื่อวาน' }).check()
  await phone.getByLabel('เวลาที่ซื้อ').fill(time)
  await phone.getByLabel('ยอดเงิน (บาท)').fill(amount)
  await phone.getByRole('button', { name: 'ตรวจสอบและส่ง' }).click()
}

/** Opens a screen without a page load, like a link in the app. */
export async function goWithin(page: Page, path: string) {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

export async function pressInProfile(page: Page, name: string) {
  await goWithin(page, '/profile')
  // Not a click at a point: the profile's cards appear one after the other and could move the button away from that
  // point.
  await page.getByRole('button', { name, exact: true }).dispatchEvent('click')
}

/** Logs out on the profile screen. Unsent writes stay on the phone. */
export async function logOut(page: Page) {
  await pressInProfile(page, 'ออกจากระบบ')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^(เก็บไว้ แล้ว)?ออกจากระบบ$/ }).click()
  await expect(page.getByRole('heading', { name: 'ออกจากระบบแล้ว' })).toBeVisible()
}
