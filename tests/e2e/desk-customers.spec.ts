import { newKey, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { expect, openDesk, test } from '#tests/kit/desk-e2e.ts'
import { fixture } from '#tests/kit/images.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'
import { rowsOf } from '#tests/kit/rows.ts'
import { violationsIn } from '#tools/axe.ts'

test('support finds, reads and blocks a customer; an auditor only reads', async ({ page, desk }) => {
  const { server } = desk
  const who = await server.signIn()
  const images = [await uploadPhoto(server, who, fixture('receipt.jpg'))]
  await sendReceipt(server, who, { images, receiptNo: 'BD-42-1' })
  await server.call('postAnswer', { token: who.token, body: { Answer: 'เพราะชอบ' }, key: newKey() })

  await openDesk(page, desk, 'บีม', '/customers')
  expect(await violationsIn(page)).toEqual([])
  await fillAndEnter(page.getByRole('searchbox'), 'BD-42-1')
  await page.getByRole('link', { name: 'สมชาย ใจดี' }).click()
  await expect(page.getByText(who.user.userId)).toBeVisible()
  await expect(page.getByText('ส่งใบเสร็จ BD-42-1')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])

  // The Tab key stops once for all tabs. The arrow keys move between them.
  await page.getByRole('tab', { name: 'ไทม์ไลน์' }).focus()
  for (const _ of ['notes', 'receipts']) await page.keyboard.press('ArrowRight')
  const photo = page.getByRole('img', { name: 'รูปที่ 1 ของใบเสร็จ BD-42-1' })
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240)
  expect(await violationsIn(page)).toEqual([])

  await page.getByRole('button', { name: 'ระงับลูกค้า' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('ใบเสร็จปลอม')
  expect(await violationsIn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'ระงับลูกค้า' }).click()
  await expect(page.getByText('ถูกระงับตั้งแต่')).toBeVisible()
  expect((await server.call('getCustomer', { token: who.token })).status).toBe(401)

  for (const name of ['สิทธิ์จับรางวัล', 'ความยินยอม', 'ข้อความ LINE', 'เซสชัน', 'การทำงานของทีม']) {
    await page.getByRole('tab', { name }).click()
    expect([name, await violationsIn(page)]).toEqual([name, []])
  }
  await expect(page.getByText('desk customer block')).toBeVisible()

  // An auditor sees no buttons that change anything. A search without a match reports this.
  await openDesk(page, desk, 'นก', `/customers/${who.customerId}`, 'en')
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await expect(page.getByText('Ended', { exact: true })).toBeVisible()
  for (const name of ['Block customer', 'End session', 'End all sessions'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the search' }).click()
  await page.getByRole('searchbox').fill('nobody at all')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('status')).toHaveText('No customer matches “nobody at all”')
})

test('support writes a note and deletes it; a double click adds one', async ({ page, desk }) => {
  const { server } = desk
  const who = await server.signIn()
  await openDesk(page, desk, 'บีม', `/customers/${who.customerId}`)
  await page.getByRole('tab', { name: 'โน้ต' }).click()
  const note = page.getByRole('textbox', { name: 'โน้ตใหม่' })
  await note.fill('โทรคุยแล้ว\n\u0007')
  await expect(page.getByText('โน้ตใหม่: บรรทัดที่ 2 มีอักขระ')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await note.fill('โทรคุยแล้ว\nลูกค้าจะส่งรูปใหม่')
  await page.getByRole('button', { name: 'เพิ่มโน้ต' }).dblclick()
  await expect(page.getByText('เพิ่มโน้ตแล้ว')).toBeVisible()
  await expect(note).toHaveValue('')
  expect((await rowsOf(server, 'customer_note')).map(({ text }) => text)).toEqual(['โทรคุยแล้ว\nลูกค้าจะส่งรูปใหม่'])
  await page.getByRole('button', { name: /^ลบโน้ตของ/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ลบโน้ต' }).click()
  await expect(page.getByText('ยังไม่มีโน้ต')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
})
