import { readFile } from 'node:fs/promises'
import { sendReceipt } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { expect, openDesk, test } from '#tests/kit/desk-e2e.ts'
import { resize } from '#tests/kit/resize.ts'
import { contrastIn, violationsIn } from '#tools/axe.ts'

test('today’s numbers are figures, charts and tables, and can be exported', async ({ page, desk }) => {
  const { server } = desk
  const who = await server.signIn()
  const { id } = (await sendReceipt(server, who, { amount: 300 })).body
  await sendReceipt(server, who)
  await organiser(server)('receipts', 'approve', id)

  await openDesk(page, desk, 'บีม', '/today')
  await expect(page.getByText('เก่าสุดส่งเมื่อ')).toBeVisible()
  await expect(page.locator('.recharts-bar-rectangle path:visible')).not.toHaveCount(0)
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('tab', { name: 'มือถือลูกค้า' }).click()
  await expect(page.getByRole('heading', { name: 'ข้อผิดพลาดที่พบบ่อย' })).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('tab', { name: 'ทั้งแคมเปญ' }).click()
  await expect(page.getByRole('heading', { name: 'รายสาขา' })).toBeVisible()

  // The keyboard can open a chart's table.
  await page.getByText('แสดงเป็นตาราง: จากเปิดแอปถึงใบเสร็จที่ผ่าน').focus()
  await page.keyboard.press('Enter')
  const funnel = page.getByRole('region', { name: 'จากเปิดแอปถึงใบเสร็จที่ผ่าน' })
  await expect(funnel.getByRole('row', { name: /^มีใบเสร็จที่ผ่าน/ })).toHaveText('มีใบเสร็จที่ผ่าน1100')
  expect(await violationsIn(page)).toEqual([])

  await page.getByText('แสดงเป็นตาราง: ทั้งแคมเปญ รายวัน').click()
  const byDay = page.getByRole('region', { name: 'ทั้งแคมเปญ รายวัน' })
  await expect(byDay.getByRole('cell', { name: /^\d{1,2} \S+ 25\d\d$/ })).not.toHaveCount(0)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'ส่งออก CSV: ทั้งแคมเปญ รายวัน' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(download.suggestedFilename()).toBe('by-day.csv')
  expect(lines[0]).toBe('\uFEFFวัน,เข้าร่วม,ใบเสร็จ,ผ่าน,ไม่ผ่าน,สิทธิ์จับรางวัล,รางวัลที่ใช้')
  expect(lines.at(-2)).toMatch(/^\d{4}-\d\d-\d\d,1,2,1,0,\d+,0$/)

  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await contrastIn(page)).toEqual([])
  await resize(page, { width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('today begins with what to do, which the menu shows on every page', async ({ page, desk }) => {
  const { server } = desk
  const who = await server.signIn()
  await sendReceipt(server, who, { amount: 300 })
  await openDesk(page, desk, 'มะลิ', '/today')
  const toDo = page.getByRole('region', { name: 'สิ่งที่ต้องทำ' })
  await expect(toDo.getByText('ใบเสร็จรอตรวจ 1 ใบ', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'ตรวจใบเสร็จ รอ 1' })).toBeVisible()
  await resize(page, { width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violationsIn(page)).toEqual([])
  await toDo.getByRole('link', { name: 'เปิดดู: ใบเสร็จรอตรวจ 1 ใบ' }).click()
  await expect(page).toHaveURL(/\/review$/)
  await resize(page, { width: 1280, height: 800 })
  await page.getByRole('link', { name: 'ข้อความ LINE' }).click()
  await expect(page.getByText('ไม่มีรายการ')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
})
