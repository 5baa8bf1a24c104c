import { goWithin, openAsCustomer, register } from '#tests/kit/customer.ts'
import { asNewUser, expect, openInLine, test } from '#tests/kit/e2e.ts'
import { resize } from '#tests/kit/resize.ts'

test('a customer of other terms is asked at the start and before sending', async ({ page, campaign }) => {
  test.slow()
  await resize(page, { width: 360, height: 740 })
  await openAsCustomer(page, campaign)
  await campaign.organiser(['terms', 'set', '--terms', '2027-01', '--yes'])
  await page.goto(campaign.url)

  const dialog = page.getByRole('dialog', { name: 'เราปรับข้อความใหม่' })
  await test.step('the question can be postponed, and everything can still be read', async () => {
    await dialog.getByRole('button', { name: 'เงื่อนไขกิจกรรม' }).click()
    await page.getByRole('dialog', { name: 'เงื่อนไขกิจกรรม' }).getByRole('button', { name: 'ปิด' }).click()
    await dialog.getByRole('button', { name: 'ไว้ก่อน' }).click()
    await expect(dialog).toHaveCount(0)
    await goWithin(page, '/receiptHistory')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('a new receipt needs the agreement', async () => {
    await goWithin(page, '/receipt')
    await expect(page.getByRole('heading', { name: 'เราปรับข้อความใหม่' })).toBeVisible()
    await page.getByRole('button', { name: 'ยอมรับและไปต่อ' }).click()
    await expect(page.getByRole('heading', { name: 'ส่งใบเสร็จ' })).toBeVisible()
  })

  await test.step('customers agree only once', async () => {
    const answered = page.waitForResponse(response => response.url().endsWith('/api/visit') && response.ok())
    await page.goto(campaign.url)
    await answered
    await expect(page.getByText('สิทธิ์ของคุณ')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
})

test('new terms while joining are shown, and nothing typed is lost', async ({ page, campaign }) => {
  test.slow()
  await resize(page, { width: 360, height: 740 })
  await asNewUser(campaign, 'friend')
  await openInLine(page, campaign)
  let renewed = false
  await page.route('**/api/authorization/register', async route => {
    if (!renewed && route.request().postData()?.includes('consentTerms') === true) {
      renewed = true
      await campaign.organiser(['terms', 'set', '--privacy', '2027-02', '--yes'])
    }
    await route.continue()
  })
  await register(page, page, async () => {
    await expect(page.getByText('ข้อมูลที่กรอกไว้ยังอยู่ครบ')).toBeVisible()
    const terms = page.getByRole('checkbox', { name: 'ฉันยอมรับเงื่อนไขกิจกรรม' })
    await expect(terms).not.toBeChecked()
    await terms.check()
    await page.getByRole('checkbox', { name: 'รับทราบนโยบายความเป็นส่วนตัว' }).check()
    await page.getByRole('button', { name: 'ถัดไป' }).click()
    await expect(page.getByLabel('นามสกุล')).toHaveValue('ใจดี')
    await expect(page.getByLabel('เบอร์โทรศัพท์มือถือ')).toHaveValue(/^08\d-\d{3}-\d{4}$/)
    await page.getByRole('button', { name: 'ลงทะเบียน' }).click()
  })
})
