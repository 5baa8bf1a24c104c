import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { expect, openDesk, test } from '#tests/kit/desk-e2e.ts'
import { resize } from '#tests/kit/resize.ts'
import { update } from '#tests/kit/rows.ts'
import { announceWinners } from '#tests/kit/winners.ts'
import { violationsIn } from '#tools/axe.ts'

const states = ['confirmed', 'declined', 'won', 'won', 'won', 'reserve'] as const

test('a manager counts the messages, starts them, stops and resumes', async ({ page, desk }) => {
  const { db } = desk.server
  await announceWinners(desk.server, states)
  await setMessaging(db, true)
  await update({ db }, 'message_channel', { quota_limit: 3, quota_used: 2, quota_at: Date.now() })
  await openDesk(page, desk, 'มะลิ', '/draw')
  await expect(page.getByText('ที่ว่าง 1 ที่')).toBeVisible()
  await page.getByRole('button', { name: 'นับก่อนส่ง' }).click()
  await expect(page.getByText('จะส่ง 4 ข้อความ', { exact: true })).toBeVisible()
  await expect(page.getByText('เกินเพดานของเดือนนี้ 3 ข้อความ')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'เริ่มส่ง 4 ข้อความ' })).toBeDisabled()
  await page.getByLabel('เริ่มส่งทั้งที่เกินเพดาน').check()
  await page.getByRole('button', { name: 'เริ่มส่ง 4 ข้อความ' }).click()
  await expect(page.getByText('กำลังส่ง', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'หยุดส่ง' }).click()
  await expect(page.getByText('หยุดอยู่')).toBeVisible()
  await page.getByRole('button', { name: 'ส่งต่อ' }).click()
  await expect(page.getByRole('button', { name: 'หยุดส่ง' })).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
})

test('an auditor reads what is published and cannot send; the server’s clock says whether the result is public', async ({
  page,
  desk,
}) => {
  const { server } = desk
  server.clock.advance(3 * DAY_MS)
  await announceWinners(server, states)
  await update(desk.server, 'draw', {
    audit_seq: 7,
    audit_hash: 'a'.repeat(64),
    entries_hash: 'b'.repeat(64),
    commitment: 'c'.repeat(64),
  })
  await resize(page, { width: 390, height: 844 })
  await openDesk(page, desk, 'นก', '/draw', 'en')
  await expect(page.getByText(`campaign audit verify --head 7:${'a'.repeat(64)}`)).toBeVisible()
  await expect(page.getByText('campaign draw verify draw.json --list-hash CODE')).toBeVisible()
  await expect(page.getByText(/Anyone can recompute the result with this command$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Count before sending' })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the proof of the result' }).click()
  expect((await download).suggestedFilename()).toBe('draw.json')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect([width, await violationsIn(page)]).toEqual([390, []])

  // The browser's clock is three days behind the server's.
  await setMessaging(server.db, true)
  await openDesk(page, desk, 'มะลิ', '/draw', 'en')
  await expect(page.getByText(/^Announced at /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download the proof of the result' })).toBeVisible()

  await setCampaign(server, { announced_at: server.clock.now() + HOUR_MS })
  await page.clock.setFixedTime(server.clock.now() + DAY_MS)
  await page.reload()
  await expect(page.getByText(/^Will be announced at /)).toBeVisible()
  await page.getByRole('button', { name: 'Count before sending' }).click()
  await page.getByRole('button', { name: /^Start sending/ }).click()
  await expect(page.getByText(/^Starts at /)).toBeVisible()
})
