import { readFile } from 'node:fs/promises'
import { expect, openDesk, test } from '#tests/kit/desk-e2e.ts'
import { resize } from '#tests/kit/resize.ts'
import { contrastIn, violationsIn } from '#tools/axe.ts'

test('a manager asks for a table, another one approves, and the first one downloads it once, although the first try breaks off', async ({
  page,
  desk,
  browser,
}) => {
  await desk.server.signIn()
  await openDesk(page, desk, 'มะลิ', '/exports')
  await expect(page.getByText('ยังไม่มีคำขอ')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('combobox', { name: 'ตาราง' }).click()
  await page.getByRole('option', { name: 'ลูกค้า' }).click()
  await page.getByRole('radio', { name: 'CSV สำหรับโปรแกรมอื่น' }).check()
  const ask = page.getByRole('button', { name: 'ขออนุมัติส่งออก' })
  await ask.dblclick()
  await expect(page.getByText('รอผู้จัดการอีกคนอนุมัติ')).toHaveCount(1)
  expect(await violationsIn(page)).toEqual([])

  const other = await browser.newPage()
  await openDesk(other, desk, 'ธนา', '/approvals')
  await expect(other.getByText('ส่งออกตารางลูกค้า (ชื่อ เบอร์โทร ที่อยู่)')).toBeVisible()
  await other.getByRole('button', { name: 'อนุมัติให้ดาวน์โหลด' }).click()
  await expect(other.getByText('อนุมัติแล้ว รอดาวน์โหลด')).toBeVisible()
  await expect(other.getByRole('button', { name: 'ดาวน์โหลดไฟล์' })).toHaveCount(0)
  await other.close()

  await page.reload()
  await page.route('**/file', route => route.abort('connectionreset'), { times: 1 })
  await page.getByRole('button', { name: 'ดาวน์โหลดไฟล์' }).click()
  // An interrupted download shows an error and can be retried.
  await expect(page.getByRole('alert')).toContainText('ดาวน์โหลดไม่สำเร็จ')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'ดาวน์โหลดไฟล์' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('customers.csv')
  expect(await readFile(await download.path(), 'utf8')).toMatch(/เบอร์โทรศัพท์[\s\S]*,0\d{9},/)
  await expect(page.getByText('ทำแล้ว')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ดาวน์โหลดไฟล์' })).toHaveCount(0)

  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await contrastIn(page)).toEqual([])
  await resize(page, { width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
