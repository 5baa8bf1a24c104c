import type { Page } from '@playwright/test'
import { openAsCustomer, receiptId, sendReceipt } from '#tests/kit/customer.ts'
import { expect, LIFF_ID, openInLine, test } from '#tests/kit/e2e.ts'
import { slide, useReward } from '#tests/kit/use-reward.ts'

type State = { readonly consent: { readonly grants: Record<string, Record<string, readonly string[]>> } }

const PIN = '246810'

test.slow()

const home = (page: Page) => page.getByRole('main').getByRole('link', { name: 'กลับหน้าแรก' }).click()

test('answers and changes the answer, corrects a rejected receipt, and uses the unlocked reward at the counter', async ({
  page,
  campaign,
}) => {
  await openAsCustomer(page, campaign)
  const layout = await page.locator('#main').elementHandle()

  await test.step('answers and changes the answer', async () => {
    await page.getByRole('link', { name: 'ตอบคำถาม' }).click()
    await page.getByLabel('คำตอบของคุณ').fill('แม่ เพราะแม่ชอบเพลงนี้')
    await page.getByRole('button', { name: 'ส่งคำตอบ' }).click()
    await expect(page.getByText('เราได้รับคำตอบของคุณแล้ว')).toBeVisible()
    await home(page)
    await page.getByRole('link', { name: 'ตอบคำถาม' }).click()
    await expect(page.getByLabel('คำตอบของคุณ')).toHaveValue('แม่ เพราะแม่ชอบเพลงนี้')
    await page.getByLabel('คำตอบของคุณ').fill('พี่สาว')
    await page.getByRole('button', { name: 'แก้ไขคำตอบ' }).click()
    await expect(page).toHaveURL(/\/thanks/)
    await home(page)
    await page.getByRole('link', { name: 'ตอบคำถาม' }).click()
    await page.getByRole('link', { name: 'คำตอบทั้งหมด' }).click()
    await expect(page.getByText('พี่สาว')).toBeVisible()
    await home(page)
  })

  await test.step('all these screens share one layout element', async () =>
    expect(await layout?.evaluate(main => main.isConnected)).toBe(true))

  await test.step('a rejected receipt is corrected', async () => {
    await sendReceipt(page, 'INV-2026/101')
    const id = await receiptId(campaign, 'INV-2026/101')
    await campaign.organiser(['receipts', 'reject', id, '--reason', 'BLURRY'])
    await home(page)
    await page.getByRole('link', { name: 'ประวัติ', exact: true }).click()
    await expect(page.getByText('ภาพไม่ชัด กรุณาถ่ายใหม่')).toBeVisible()
    await page.getByRole('link', { name: /INV-2026\/101/ }).click()
    await expect(page.getByText('แก้ไขแล้วส่งใหม่ได้อีก 3 ครั้ง')).toBeVisible()
    await page.getByRole('link', { name: 'แก้ไขและส่งใหม่' }).click()
    await page.getByLabel('เลขที่ใบเสร็จ').fill('INV-2026/102')
    await page.getByRole('button', { name: /แก้ไขและส่งใหม่/ }).click()
    await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
    await expect(page).toHaveURL(/\/thanks/)
    await campaign.organiser(['receipts', 'approve', id])
    await home(page)
  })

  await test.step('staff redeem a reward once with the PIN', async () => {
    await page.getByRole('link', { name: 'ของรางวัลของฉัน' }).click()
    await useReward(page, 'เครื่องดื่มฟรี')
    await page.getByLabel('รหัสเจ้าหน้าที่').fill('111111')
    await slide(page)
    await expect(page.getByRole('dialog').getByText('รหัสเจ้าหน้าที่ไม่ถูกต้อง')).not.toHaveCount(0)
    await page.getByLabel('รหัสเจ้าหน้าที่').fill(PIN)
    await slide(page)
    await expect(page.getByRole('dialog').getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)).toBeVisible()
    await page.getByRole('button', { name: 'ปิด' }).click()
    const coupon = page.getByRole('listitem').filter({ hasText: 'เครื่องดื่มฟรี' })
    await expect(coupon.getByText('ใช้แล้ว', { exact: true })).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR โค้ดส่วนตัว' })).toBeVisible()
  })
})

test('changes profile, language and colours, logs out with an unsent answer, and leaves the campaign', async ({
  page,
  campaign,
}) => {
  const { userId } = await openAsCustomer(page, campaign)
  await page.getByRole('link', { name: 'ข้อมูลของฉัน' }).click()

  await test.step('changes the profile', async () => {
    await page.getByRole('link', { name: 'แก้ไขข้อมูล' }).click()
    await page.getByLabel('ชื่อ', { exact: true }).fill('มาลี')
    await page.getByRole('button', { name: 'บันทึก' }).click()
    await expect(page.getByText('มาลี ใจดี')).toBeVisible()
  })

  await test.step('gives and withdraws the marketing consent', async () => {
    const toggle = page.getByRole('switch', { name: 'รับข่าวสารและโปรโมชัน' })
    await expect(toggle).not.toBeChecked()
    await toggle.check()
    // The toast appears once the server has answered. Its words are the same as the switch's.
    await expect(page.getByRole('paragraph').filter({ hasText: /^รับข่าวสารและโปรโมชัน$/ })).toBeVisible()
    // The app opens home unless a link asks for another screen (spec S2).
    await page.reload()
    await page.getByRole('link', { name: 'ข้อมูลของฉัน' }).click()
    await expect(toggle).toBeChecked()
    await toggle.uncheck()
    await expect(page.getByText('ไม่รับข่าวสารและโปรโมชัน')).toBeVisible()
  })

  await test.step('English and dark mode survive a reload', async () => {
    await page.getByRole('radio', { name: 'มืด' }).check()
    await page.getByRole('radio', { name: 'English' }).check()
    await expect(page.getByRole('heading', { name: 'My details' })).toBeVisible()
    await page.reload()
    await page.getByRole('link', { name: 'My details' }).click()
    await expect(page.getByRole('heading', { name: 'My details' })).toBeVisible()
    await expect(page.locator('html')).toHaveClass(/dark/)
    await page.getByRole('radio', { name: 'ไทย' }).check()
    await page.getByRole('radio', { name: 'สว่าง' }).check()
  })

  await test.step('the logout warns about an unsent answer and keeps it', async () => {
    await page.route('**/api/answer', route => route.abort())
    await page.getByRole('link', { name: 'กลับหน้าแรก' }).click()
    await page.getByRole('link', { name: 'ตอบคำถาม' }).click()
    await page.getByLabel('คำตอบของคุณ').fill('เพื่อนสนิท')
    await page.getByRole('button', { name: 'ส่งคำตอบ' }).click()
    await expect(page.getByRole('heading', { name: 'บันทึกไว้แล้ว รอส่ง' })).toBeVisible()
    await home(page)
    await page.getByRole('link', { name: 'ข้อมูลของฉัน' }).click()
    await page.getByRole('button', { name: 'ออกจากระบบ' }).click()
    await expect(page.getByText('มี 1 รายการที่รอส่งหรือต้องแก้ไข', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'เก็บไว้ แล้วออกจากระบบ' }).click()
    await expect(page.getByRole('heading', { name: 'ออกจากระบบแล้ว' })).toBeVisible()
    await page.unroute('**/api/answer')
  })

  await test.step('the answer is sent after the next login; then the customer leaves, and LINE is deauthorized', async () => {
    await openInLine(page, campaign)
    await page.getByRole('link', { name: 'ข้อมูลของฉัน' }).click()
    await expect(page.getByText('รอส่งหรือต้องแก้ไข')).toBeHidden()
    await page.getByRole('button', { name: 'ยกเลิกการเข้าร่วม' }).click()
    await page.getByLabel(/พิมพ์คำว่า/).fill('ยืนยัน')
    await page.getByRole('dialog').getByRole('button', { name: 'ยกเลิกการเข้าร่วม' }).click()
    await expect(page.getByRole('heading', { name: 'ยกเลิกการเข้าร่วมแล้ว' })).toBeVisible()
    // LINE has revoked the consent, so the user would have to consent again at the next visit.
    await expect
      .poll(async () => {
        const state = (await campaign.emulator('GET', 'state')) as State
        return state.consent.grants[userId]?.[LIFF_ID]
      })
      .toEqual([])
  })
})
