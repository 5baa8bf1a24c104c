import { expect, openDesk, test } from '#tests/kit/desk-e2e.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'
import { resize } from '#tests/kit/resize.ts'
import { update } from '#tests/kit/rows.ts'
import { announceWinners } from '#tests/kit/winners.ts'
import { violationsIn } from '#tools/axe.ts'

test('support sends a prize, corrects the number, and marks it as received', async ({ page, desk }) => {
  await announceWinners(desk.server, ['confirmed', 'won', 'confirmed', 'declined', 'confirmed', 'reserve'])
  await openDesk(page, desk, 'บีม', '/winners')
  await expect(page.getByRole('row')).toHaveCount(7)
  expect(await violationsIn(page)).toEqual([])
  await page.getByLabel('แสดง').selectOption('รอส่งพัสดุ')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('link', { name: 'สมชาย ใจดี' }).first().click() // The winner with the best rank.
  await expect(page.getByText('99/1')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])

  await page.getByRole('combobox', { name: 'บริษัทขนส่ง' }).fill('ไปรษณีย์ไทย')
  await page.getByLabel('เลขพัสดุ').fill('อีเอ็กซ์')
  await expect(page.getByText('เลขพัสดุต้องเป็น')).toBeVisible()
  await expect(page.getByRole('button', { name: 'บันทึกว่าส่งแล้ว', exact: true })).toBeDisabled()
  await fillAndEnter(page.getByLabel('เลขพัสดุ'), 'ex 123456789 th')
  await expect(page.getByText('ไปรษณีย์ไทย EX123456789TH')).toBeVisible()
  await page.getByLabel('เลขพัสดุ').fill('EX987654321TH')
  await page.getByRole('button', { name: 'แก้เลขพัสดุ' }).click()
  await expect(page.getByText('ไปรษณีย์ไทย EX987654321TH')).toBeVisible()
  await page.getByRole('button', { name: 'บันทึกว่าได้รับรางวัลแล้ว' }).click()
  await expect(page.getByRole('button', { name: 'ยกเลิกการบันทึกว่าได้รับ' })).toBeVisible()
  await expect(page.getByLabel('เลขพัสดุ')).toHaveCount(0)
  expect(await violationsIn(page)).toEqual([])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ดาวน์โหลดใบรับรางวัลสำหรับพิมพ์' }).click()
  expect((await download).suggestedFilename()).toBe('prize-3.html')
  await page.getByRole('link', { name: 'กลับไปรายชื่อผู้โชคดี' }).click()
  // The list keeps its filter. One parcel is still waiting to be sent.
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a refusal is in the person’s language, and another person’s change is noticed; an auditor sees no buttons', async ({
  page,
  desk,
}) => {
  const people = await announceWinners(desk.server, ['confirmed', 'won', 'confirmed'])
  await openDesk(page, desk, 'มะลิ', `/winners/${people[0]?.customerId}`, 'en')
  await page.getByRole('button', { name: 'Mark as received' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'The withholding tax of 250 baht must be paid before the prize is handed over.',
  )
  await page.getByRole('button', { name: 'Mark the tax as paid' }).click()
  await expect(page.getByText(/^Tax paid at/)).toBeVisible()
  await update(desk.server, 'prize_delivery', { version: 7 })
  await page.getByRole('button', { name: 'Mark as received' }).click()
  await expect(page.getByRole('alert')).toContainText('Someone else')
  // The page has loaded the newest state, so the next attempt succeeds.
  await page.getByRole('button', { name: 'Mark as received' }).click()
  await expect(page.getByRole('button', { name: 'Undo: received' })).toBeVisible()
  expect(await violationsIn(page)).toEqual([])

  // Before the announcement, an auditor sees no names.
  await openDesk(page, desk, 'นก', `/winners/${people[2]?.customerId}`, 'en')
  await expect(page.getByText('Parcel to send')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await update(desk.server, 'campaign', { announced_at: null })
  await page.goto(`${desk.url}/winners`)
  await expect(
    page.getByText('The winners are shown after the announcement, to managers as well.'),
  ).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
})

for (const scheme of ['light', 'dark'] as const)
  test(`the pages fit a phone in the ${scheme} theme`, { tag: scheme === 'dark' ? [] : '@nightly' }, async ({
    page,
    desk,
  }) => {
    await resize(page, { width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const people = await announceWinners(desk.server, ['confirmed', 'won', 'confirmed'])
    await openDesk(page, desk, 'บีม', '/winners')
    await expect(page.getByRole('row')).toHaveCount(4)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect([await width(), await violationsIn(page)]).toEqual([390, []])
    await page.getByRole('link', { name: 'สมชาย ใจดี' }).last().click() // The winner with a parcel.
    await expect(page.getByLabel('เลขพัสดุ')).toBeVisible()
    expect([await width(), await violationsIn(page)]).toEqual([390, []])
    expect(people).toHaveLength(3)
  })
