import type { Page } from '@playwright/test'
import { HOUR_MS } from '#contract/time.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { circle } from '#tests/kit/circle.ts'
import { organiser } from '#tests/kit/cli.ts'
import { goWithin } from '#tests/kit/customer.ts'
import { dateField, expect, openDesk, test } from '#tests/kit/desk-e2e.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'
import { resize } from '#tests/kit/resize.ts'
import { insert, rowOf } from '#tests/kit/rows.ts'
import { contrastIn, violationsIn } from '#tools/axe.ts'

const tableRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a manager sees the effects of a new close and confirms it by keyboard', async ({ page, desk }) => {
  const { server } = desk
  await sendReceipt(server, await server.signIn())
  const { closes_at: before } = await server.db.selectFrom('campaign').selectAll().executeTakeFirstOrThrow()
  await openDesk(page, desk, 'มะลิ', '/set-up', 'en')
  await page.getByRole('button', { name: 'Change', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Dates and rules' })
  const at = server.clock.now() - 2 * HOUR_MS
  await fillAndEnter(dateField(dialog, /^Close/), new Date(at + 7 * HOUR_MS).toISOString().slice(0, 19))
  await expect(dialog.getByText('The campaign closes immediately')).toBeVisible()
  await expect(dialog.getByText('purchase time outside the new period: 1')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  const confirm = dialog.getByRole('button', { name: 'Confirm the change' })
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Changed, and written to the audit log')).toBeVisible()
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()
  const { closes_at } = await server.db.selectFrom('campaign').selectAll().executeTakeFirstOrThrow()
  expect([closes_at === before, closes_at]).toEqual([false, at - (at % 1000)])
})

test('a refused change says why, and the form keeps what was entered', async ({ page, desk }) => {
  await openDesk(page, desk, 'มะลิ', '/set-up/rewards')
  await tableRow(page, 'ของที่ระลึก').getByRole('button', { name: 'ตั้งจำนวน' }).click()
  const dialog = page.getByRole('dialog')
  await insert(desk.server, 'reward_use', {
    ...{ customer_id: (await desk.server.signIn()).customerId, reward_type: 'gift' },
    ...{ code: 'TEST-0001', store_id: null, used_at: desk.server.clock.now() },
  })
  await dialog.getByRole('textbox').fill('0')
  await dialog.getByRole('button', { name: 'ดูผลก่อนเปลี่ยน' }).click()
  // The page shows an outdated number, because the use above did not reduce the stock.
  await expect(dialog.getByRole('alert')).toContainText('มีคนเปลี่ยนส่วนนี้')
  await page.keyboard.press('Escape')
  await page.reload()
  await tableRow(page, 'ของที่ระลึก').getByRole('button', { name: 'ตั้งจำนวน' }).click()
  await dialog.getByRole('textbox').fill('0')
  await dialog.getByRole('button', { name: 'ดูผลก่อนเปลี่ยน' }).click()
  await expect(dialog.getByText('ลูกค้าใช้ไปแล้ว 1 ชิ้น')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'ยืนยันการเปลี่ยน' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'กลับไปแก้ไข' }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue('0')
})

test('a manager previews other texts and a later end of a reward', async ({ page, desk }) => {
  const { server } = desk
  await server.signIn()
  await openDesk(page, desk, 'มะลิ', '/set-up/rewards', 'en')
  await tableRow(page, 'Welcome coupon').getByRole('button', { name: 'Change texts and times' }).click()
  const dialog = page.getByRole('dialog', { name: 'Texts and times of “Welcome coupon”' })
  // The test's campaign and this reward have already opened.
  await expect(dialog.getByLabel('Can be used from')).toBeDisabled()
  await dialog.getByLabel('Name in English').fill('Hello coupon')
  const past = new Date(server.clock.now() + 6 * HOUR_MS).toISOString().slice(0, 19)
  const end = dialog.getByLabel('Can be used until')
  await end.fill(past)
  expect(await violationsIn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'See what would change' }).click()
  await expect(dialog.getByText('A new end must be in the future')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await end.fill('2029-12-31T23:59')
  await dialog.getByRole('button', { name: 'See what would change' }).click()
  await expect(dialog.getByText('Customers who hold it and have not used it: 1')).toBeVisible()
  await expect(dialog.getByText('The new texts must not promise less')).toBeVisible()
  await expect(page.frameLocator('.phone iframe').getByText('Hello coupon')).not.toHaveCount(0)
  expect(await violationsIn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(tableRow(page, 'Hello coupon')).toContainText('2029')
  const { title_th } = await rowOf(server, 'reward_kind', { reward_type: 'welcome' })
  expect(title_th).toBe('คูปองต้อนรับสมาชิกใหม่')
})

for (const scheme of ['light', 'dark'] as const)
  for (const language of ['th', 'en'] as const)
    test(`the dialog of a reward fits a phone, ${scheme}, ${language}`, {
      tag: scheme === 'dark' && language === 'th' ? [] : '@nightly',
    }, async ({ page, desk }) => {
      await resize(page, { width: 390, height: 844 })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await openDesk(page, desk, 'มะลิ', '/set-up/rewards', language)
      await page
        .getByRole('button', { name: /^(แก้ข้อความและเวลา|Change texts and times)/ })
        .first() // The first reward's button. Any reward will do.
        .click()
      const title = page.getByLabel(language === 'th' ? 'ชื่อภาษาไทย' : 'Name in Thai')
      await title.fill('คูปองต้อนรับสมาชิกใหม่ของฟองฟู ใช้ได้ทุกสาขา')
      const width = () => page.evaluate(() => document.documentElement.scrollWidth)
      expect(await width()).toBe(390)
      expect(await contrastIn(page)).toEqual([])
      await page.getByRole('button', { name: /^(ดูผลก่อนเปลี่ยน|See what would change)/ }).click()
      const frame = page.frameLocator('.phone iframe')
      await expect(frame.getByText(language === 'th' ? 'ใช้ได้ทุกสาขา' : 'Welcome coupon')).not.toHaveCount(0)
      expect(await width()).toBe(390)
      expect([await violationsIn(page), await contrastIn(page)]).toEqual([[], []])
    })

test('a change is refused after another tab has changed the same, and waits in the form for the server to be reached', async ({
  page,
  desk,
}) => {
  await openDesk(page, desk, 'มะลิ', '/set-up', 'en')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Minimum age').fill('15')
  await dialog.getByRole('button', { name: 'See what would change' }).click()
  await expect(dialog.getByRole('button', { name: 'Confirm the change' })).toBeVisible()
  await organiser(desk.server)('dates', 'set', '--min-age', '18')
  await dialog.getByRole('button', { name: 'Confirm the change' }).click()
  // The screens in the preview may show the same alert if they were still loading.
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'Another person has changed this part' }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(tableRow(page, 'Minimum age').getByText('18')).toBeVisible()

  await page.getByRole('tab', { name: 'Questions' }).click()
  await page.getByRole('button', { name: 'Add a question' }).click()
  await dialog.getByLabel('Question in Thai').fill('ชอบรสไหน')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'See what would change' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'See what would change' }).click()
  await expect(dialog.getByText('see the question “ชอบรสไหน”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm the change' }).dblclick()
  await expect(tableRow(page, 'ชอบรสไหน')).toHaveCount(1)
  await expect(tableRow(page, 'ชอบรสไหน').getByText('Customers see it')).toBeVisible()
})

test('a file of stores from Excel is previewed line by line, then imported', async ({ page, desk }) => {
  await openDesk(page, desk, 'มะลิ', '/set-up/stores', 'en')
  await page.getByRole('button', { name: 'Import a CSV file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a CSV file' })
  const choose = async (buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'stores.csv', mimeType: 'text/csv', buffer })
  const see = () => dialog.getByRole('button', { name: 'See what would change' }).click()

  await choose(Buffer.from([0xa1, 0x81, 0x2c]))
  await expect(dialog.getByRole('alert')).toContainText('CSV UTF-8')
  await expect(dialog.getByRole('button', { name: 'See what would change' })).toBeDisabled()

  const head = '\uFEFFcode;chain;nameTh;branch;province;active\r\n'
  await choose(Buffer.from(`${head}N-1;ร้าน;ร้านใหม่;แรก;แอตแลนติส;1\r\nN-2;ร้าน;ร้านสอง;สอง;10;1\r\n`))
  await see()
  await expect(dialog.getByText('“แอตแลนติส” is not a province')).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: 'แอตแลนติส' })).toContainText('2')
  await expect(dialog.getByRole('button', { name: 'Confirm the change' })).toBeDisabled()
  expect(await violationsIn(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await choose(Buffer.from(`${head}N-1;ร้าน;ร้านใหม่;แรก;เชียงใหม่;1\r\n`))
  await see()
  await expect(dialog.getByText('Stores added: 1')).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(page.getByText('Changed, and written to the audit log')).toBeVisible()
  await page.getByLabel('Search stores').fill('ร้านใหม่')
  await expect(tableRow(page, 'N-1').getByText('Takes part')).toBeVisible()
})

test('an auditor reads every tab and finds no button that changes anything; the texts are searchable in both languages', async ({
  page,
  desk,
}) => {
  test.slow()
  await desk.server.signIn()
  await openDesk(page, desk, 'นก', '/set-up')
  for (const tab of ['rules', 'rewards', 'questions', 'prizes', 'stores', 'terms', 'texts', 'screens'])
    await test.step(tab, async () => {
      await resize(page, { width: 1280, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
      await goWithin(page, `/set-up/${tab}`)
      await expect(page.getByRole('tab', { selected: true })).toHaveAttribute('id', new RegExp(`-${tab}$`))
      await expect(page.getByText('บทบาทของคุณดูได้อย่างเดียว')).toBeVisible()
      await expect(page.getByRole('status', { name: 'กำลังโหลด…' })).toHaveCount(0)
      expect(await violationsIn(page)).toEqual([])
      for (const name of [
        'แก้ไข',
        'ตั้งจำนวน',
        'แก้ข้อความและเวลา',
        'เพิ่มคำถาม',
        'นำเข้าไฟล์ CSV',
        'ตั้งเวอร์ชันใหม่',
        'ใช้รางวัลตามแอป',
      ])
        await expect(page.getByRole('button', { name })).toHaveCount(0)
      await resize(page, { width: 390, height: 844 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      if (circle() !== 'nightly') return
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await contrastIn(page)).toEqual([])
    })

  await openDesk(page, desk, 'บีม', '/set-up/texts', 'en')
  await page.getByLabel('Search both languages').fill('register.title')
  await expect(page.getByText('Texts found: 1')).toBeVisible()
  await expect(tableRow(page, 'register.title').getByText('ลงทะเบียน')).toBeVisible()
})
