// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { shortHash } from '#contract/list-hash.ts'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import WaitingAnnouncer from '#src/screens/waiting-announcer/waiting-announcer.tsx'
import { closed, ended, rewardOf } from '#tests/kit/drawn.ts'
import { NOW } from '#tests/kit/fake-data.ts'
import { accepted, type FakeState, ready, usual } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const DAY = 24 * 3_600_000
const A = '3f2a9c0177be10d4'.padEnd(64, '0')
const B = 'b'.repeat(64)
const draw = usual.draw.ok ? usual.draw.value : null
const iso = (ms: number) => new Date(ms).toISOString()
const seal = { drawId: draw?.id ?? '', entriesHash: A, formula: 3, sealedAt: iso(NOW - 3 * DAY) }
const seen = (entriesHash: string, days: number) => ({ ...seal, entriesHash, seenAt: NOW - days * DAY })

/** Shows the result screen with this published hash. The beacon became known yesterday. */
const page = (entriesHash: string | null, more: Partial<FakeState> = {}) =>
  show(<WaitingAnnouncer />, {
    draw: accepted({
      ...draw,
      id: seal.drawId,
      commitment: null,
      beacon: null,
      entriesCount: 10,
      winners: [],
      sealedAt: entriesHash === null ? null : seal.sealedAt,
      entriesHash,
      beaconAt: iso(NOW - DAY),
    }),
    ...more,
  })

test('shows the code of the list in its short and its long form', async () => {
  const screen = await page(A)
  expect(screen.text()).toContain('3F2A-9C01-77BE-10D4')
  expect(screen.text()).toContain(A)
})

test('says since when the phone has kept the same code', async () => {
  const screen = await page(A, { seals: [seen(A, 2)] })
  expect(screen.text()).toContain('ตรงกับรหัสที่มือถือเครื่องนี้เก็บไว้')
  expect(screen.text()).toContain('18 พ.ย. 2569')
})

test.each([
  ['has kept none', []],
  ['has seen it only once the number was known', [seen(A, 0.5)]],
])('a phone that %s cannot confirm the code', async (_, seals) => {
  const screen = await page(A, { seals })
  expect(screen.text()).toContain('มือถือเครื่องนี้ยืนยันรหัสนี้ไม่ได้')
  expect(screen.text()).not.toContain('ตรงกับรหัสที่มือถือ')
})

test('another code than the kept one is named with both codes and whom to tell', async () => {
  const screen = await page(B, { seals: [seen(A, 2)] })
  const alert = screen.container.querySelector('[role="alert"]')?.textContent ?? ''
  for (const part of [shortHash(A), shortHash(B), 'แจ้งผู้จัดกิจกรรม', 'ใบอนุญาต']) expect(alert).toContain(part)
  expect(screen.link('ดูช่องทางติดต่อ')).toBe('/help')
})

test('a code that is no longer published is told as well', async () => {
  const screen = await page(null, { seals: [seen(A, 2)] })
  expect(screen.text()).toContain('แต่ตอนนี้ไม่มีรหัสแสดงแล้ว')
})

test.each([
  ['someone who is not signed in', { customerId: null }],
  ['a phone whose storage cannot be read', { seals: null }],
])('%s sees the code without a comparison', async (_, more) => {
  const screen = await page(A, more)
  expect(screen.text()).toContain('3F2A-9C01-77BE-10D4')
  for (const says of ['ยืนยันรหัสนี้ไม่ได้', 'ตรงกับรหัส', 'ไม่ตรงกับ']) expect(screen.text()).not.toContain(says)
})

test('before the seal there is no code', async () =>
  expect((await page(null)).text()).not.toContain('รหัสของรายชื่อสิทธิ์'))

test('after the end and before the announcement, a link leads to the code once the list is sealed', async () => {
  const at = { ...closed, announceAt: iso(NOW + DAY) }
  const link = 'ดูรหัสของรายชื่อสิทธิ์'
  const open = await show(<EndCampaign />, ended(rewardOf('entered'), { activity: ready(at) }))
  expect(open.has('a', link)).toBe(false)
  const activity = ready({ ...at, drawSeal: seal })
  const screen = await show(<EndCampaign />, ended(rewardOf('entered'), { activity }))
  expect(screen.link(link)).toBe('/watingAnouncer')
})
