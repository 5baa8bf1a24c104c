import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { prizes } from '#campaign/prizes.ts'
import { expect, openDesk, test } from '#tests/kit/desk-e2e.ts'
import { endCampaign, ticketHolders, winnersOf } from '#tests/kit/draw.ts'
import { update } from '#tests/kit/rows.ts'
import { contrastIn, violationsIn } from '#tools/axe.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a manager seals, prints the slips, and imports the drawn tickets', async ({ page, desk, context }) => {
  const { server } = desk
  await ticketHolders(server, [1, 2])
  await endCampaign(server)
  await update(server, 'draw', { prizes: JSON.stringify(prizes) })
  await openDesk(page, desk, 'มะลิ', '/draw')
  await page.getByLabel('จับสลิปกระดาษด้วยมือ').check()
  // A draw by hand needs no commitment, so the seal is next.
  await expect(page.getByRole('heading', { name: 'ล็อกการจับรางวัล', exact: true })).toHaveCount(0)
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('button', { name: 'ขออนุมัติ', exact: true }).click()
  await expect(page.getByText('รออนุมัติ', { exact: true })).toBeVisible()

  const other = await context.browser()?.newContext({ viewport: { width: 390, height: 844 } })
  if (!other) throw new Error('no second browser')
  const thana = await other.newPage()
  await openDesk(thana, desk, 'ธนา', '/approvals')
  await expect(thana.getByText(/^ล็อกรายชื่อสำหรับจับสลิปด้วยมือ/)).toBeVisible()
  await thana.getByRole('button', { name: 'อนุมัติและทำทันที' }).click()
  await expect(thana.getByText('ทำแล้ว')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('จับสลิปกระดาษด้วยมือ')).toHaveCount(0)
  await expect(page.getByText('มี 3 ใบ')).toBeVisible()
  await expect(page.getByText('ทุกคนตรวจด้วยคำสั่งนี้ได้ว่าเป็นรายชื่อที่ล็อกไว้')).toBeVisible()
  await expect(page.getByText('คำนวณผลซ้ำได้')).toHaveCount(0)
  await page.getByRole('button', { name: 'ขออนุมัติดาวน์โหลดสลิป' }).click()
  await expect(page.getByText('รอผู้จัดการอีกคนอนุมัติ')).toBeVisible()
  await thana.reload()
  await thana.getByRole('button', { name: 'อนุมัติให้ดาวน์โหลด' }).click()
  await expect(thana.getByText('อนุมัติแล้ว รอดาวน์โหลด')).toBeVisible()
  await page.reload()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ดาวน์โหลดไฟล์' }).click()
  const zip = unzipSync(await readFile(await (await download).path()))
  const sheet = Buffer.from(zip['slips-1.html'] ?? []).toString()
  const numbers = [...sheet.matchAll(/<code>(FF-\d{6}-\d)<\/code>/g)].map(([, number = '']) => number)
  expect(numbers).toHaveLength(3)

  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'drawn.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const found = page.getByRole('alert').filter({ hasNotText: 'เผยแพร่รหัสของรายชื่อ' })
  await choose('หมายเลข\n1\n')
  await expect(found).toHaveText('บรรทัดแรกต้องมีหัวคอลัมน์ “เลขสิทธิ์” หรือ ticketNo เพียงคอลัมน์เดียว')
  await choose(`เลขสิทธิ์\n${numbers[0]}\nFF-000001-4\n`)
  await expect(found).toHaveText(/^ผิด 1 บรรทัด/)
  await expect(page.getByRole('row', { name: /^3 FF-000001-4/ })).toContainText('เลขตรวจสอบไม่ตรง')
  const button = page.getByRole('button', { name: 'ขออนุมัติ', exact: true })
  await expect(button).toBeDisabled()
  expect(await violationsIn(page)).toEqual([])
  await choose(`เลขสิทธิ์\n${numbers[0]}\n`)
  await expect(page.getByText(/^ถูกต้องทุกบรรทัด: ผู้โชคดี 1 คน สำรอง 0 คน/)).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await contrastIn(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await button.click()
  await expect(page.getByText('รออนุมัติ', { exact: true })).toBeVisible()
  await thana.reload()
  await expect(thana.getByRole('region', { name: 'เลขสิทธิ์ตามลำดับที่จับได้' })).toHaveText(numbers[0] ?? '')
  expect(await violationsIn(thana)).toEqual([])
  await thana.getByRole('button', { name: 'อนุมัติและทำทันที' }).click()
  await expect.poll(async () => (await winnersOf(server)).length).toBe(1)
  await page.reload()
  await expect(page.getByText(/^นำผลที่จับด้วยมือเข้าระบบเมื่อ/)).toBeVisible()
  await other.close()
})
