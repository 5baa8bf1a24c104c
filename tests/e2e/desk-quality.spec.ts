import { nextForReviewer } from '#server/review/assign.ts'
import { decide as decideReceipt } from '#server/review/decide.ts'
import { SECOND_LOOK_AFTER_MS } from '#server/review/second-look.ts'
import type { Decision } from '#server/review/types.ts'
import { sendReceipt, setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { expect, openDesk, type RunningDesk, test } from '#tests/kit/desk-e2e.ts'
import { fixture } from '#tests/kit/images.ts'
import { resize } from '#tests/kit/resize.ts'
import { update } from '#tests/kit/rows.ts'
import { contrastIn, violationsIn } from '#tools/axe.ts'

async function work({ server }: RunningDesk, reviewer: string, decision: Decision): Promise<void> {
  const at = { reviewer, actor: reviewer, now: server.clock.now(), random: server.deps.random }
  const claim = await nextForReviewer(server.db, at)
  if (!claim) throw new Error('no receipt is left')
  const { receiptId, version } = claim
  await decideReceipt(server.db, { ...at, receiptId, version, decision })
}

test('a manager settles a disagreement and sees no rate for few checks', async ({ page, desk }) => {
  const { server } = desk
  await setCampaign(server, { second_look_percent: 100 })
  const who = await server.signIn()
  const images = [await uploadPhoto(server, who, fixture('receipt.jpg'))]
  await sendReceipt(server, who, { images, receiptNo: 'BD-1' })
  await work(desk, 'cli:ann', { kind: 'approved' })
  server.clock.advance(SECOND_LOOK_AFTER_MS)
  await work(desk, 'cli:bob', { kind: 'rejected', reason: 'BLURRY', note: 'ถ่ายใหม่' })
  const { id } = (await sendReceipt(server, who, { receiptNo: 'BD-2' })).body
  await update(server, 'receipt', { risk: 700, risk_codes: 'same-photo,shared-address' }, { id })

  await openDesk(page, desk, 'มะลิ', '/quality')
  await expect(page.getByText('รูปเดียวกับใบอื่น · ที่อยู่เดียวกับลูกค้าอื่น')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('combobox', { name: 'ใครเปิดอยู่' }).click()
  await page.getByRole('option', { name: 'มีคนเปิดอยู่' }).click()
  await expect(page.getByText('ไม่มีใบที่ตรงกับตัวกรอง')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])

  await page.getByRole('tab', { name: 'คิวรอตรวจ' }).focus()
  await page.keyboard.press('ArrowRight')
  const photo = page.getByRole('img', { name: 'รูปที่ 1 ของใบ BD-1' })
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240)
  await expect(page.getByText('ข้อความ: ถ่ายใหม่')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('combobox', { name: 'ข้อความสำเร็จรูป' }).click()
  await page.getByRole('option', { name: 'มองไม่เห็นยอดเงินรวม' }).click()
  const note = page.getByLabel('เหตุผลของการชี้ขาด (ไม่บังคับ)')
  await expect(note).toHaveValue('มองไม่เห็นยอดเงินรวม')
  await note.press('End')
  await note.pressSequentially(' ที่มุมขวา')
  expect(await violationsIn(page)).toEqual([])
  await page.getByRole('button', { name: 'คนที่สองถูก' }).click()
  await expect(page.getByText('ไม่มีใบที่ตัดสินไม่ตรงกันค้างอยู่')).toBeVisible()

  const settled = await server.db.selectFrom('review_decision').select('resolution_note').executeTakeFirst()
  expect(settled?.resolution_note).toBe('มองไม่เห็นยอดเงินรวม ที่มุมขวา')

  await page.getByRole('tab', { name: 'อัตราผิดพลาด' }).click()
  await expect(page.getByRole('row', { name: /^ann/ })).toContainText('ตัวอย่างน้อยเกินไป')
  expect(await violationsIn(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await contrastIn(page)).toEqual([])
  await resize(page, { width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('an auditor can read disagreements, not settle them', { tag: '@nightly' }, async ({ page, desk }) => {
  const { server } = desk
  await setCampaign(server, { second_look_percent: 100 })
  await sendReceipt(server, await server.signIn(), { receiptNo: 'BD-3' })
  await work(desk, 'cli:ann', { kind: 'approved' })
  server.clock.advance(SECOND_LOOK_AFTER_MS)
  await work(desk, 'cli:bob', { kind: 'rejected', reason: 'BLURRY', note: null })
  await openDesk(page, desk, 'นก', '/quality', 'en')
  await page.getByRole('tab', { name: 'Disagreements' }).click()
  await expect(page.getByText('Second: bob')).toBeVisible()
  await expect(page.getByRole('button', { name: 'The first was right' })).toHaveCount(0)
})
