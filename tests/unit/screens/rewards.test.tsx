// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import Confirm from '#src/screens/confirm/confirm.tsx'
import QrCode from '#src/screens/qr-code/qr-code.tsx'
import WaitingAnnouncer from '#src/screens/waiting-announcer/waiting-announcer.tsx'
import { act } from '#tests/kit/act.ts'
import { NOW, someReward } from '#tests/kit/fake-data.ts'
import { accepted, type FakeState, failed, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const rewards = (state: Partial<FakeState> = {}) => show(<QrCode />, state, { path: '/qrcode?show=rewards' })
const refusal = (code: ErrorCode, retryAfter: number | null = null): FakeState['use'] => ({
  ok: false,
  failure: { ...refused(code), retryAfter } as never,
  headers: null,
})
const plainUse = 'ใช้รางวัล คูปองต้อนรับ ฟองฟู 1 กระป๋อง'
const staffUse = 'ใช้รางวัล เครื่องดื่มฟรี 1 แก้ว'

type Screen = Awaited<ReturnType<typeof rewards>>
const slider = (screen: Screen) => screen.container.querySelector<HTMLInputElement>('input[type="range"]')
const CONFIRM = 'ยืนยันว่าจะใช้ตอนนี้'
async function slide(screen: Screen): Promise<void> {
  await screen.slide('100')
  await screen.press(CONFIRM)
}

test('uses a reward by sliding to the end, and shows its code', async () => {
  const screen = await rewards()
  await screen.press(plainUse)
  await screen.slide('60')
  expect(screen.has('button', CONFIRM)).toBe(false)
  await screen.slide('100')
  expect(screen.text()).not.toContain('7Q4K-9FXT')
  await screen.slide('0')
  expect(screen.has('button', CONFIRM)).toBe(false)
  expect(screen.text()).not.toContain('7Q4K-9FXT')
  await slide(screen)
  expect(screen.text()).toContain('7Q4K-9FXT')
  expect(slider(screen)).toBeNull()
})

test('a used reward shows the server’s time in Bangkok with seconds, without a request', async () => {
  vi.useFakeTimers()
  let now = NOW + 42_000
  const screen = await rewards({ now: () => now })
  await screen.press(plainUse)
  await slide(screen)
  const timer = () => screen.container.querySelector('[role="timer"]')?.textContent
  expect(timer()).toContain('12:00:42')
  const load = vi.fn(async () => {})
  Object.assign(screen.app.rewards, { load })
  now += 20_000
  await act(async () => vi.advanceTimersByTime(1000))
  expect(timer()).toContain('12:01:02')
  expect(load).not.toHaveBeenCalled()
})

test('asks for the staff PIN first', async () => {
  const screen = await rewards()
  await screen.press(staffUse)
  await slide(screen)
  expect(screen.errorOf('staffPin')).toBe('กรุณาให้เจ้าหน้าที่ใส่รหัส 6 หลัก')
  await screen.type('staffPin', '๒๔-６8')
  expect(screen.field('staffPin').value).toBe('2468')
  await slide(screen)
  expect(screen.text()).toContain('7Q4K-9FXT')
})

test('shows a wrong PIN at its field and clears the field', async () => {
  const screen = await rewards({ use: refusal('STAFF_PIN_WRONG') })
  await screen.press(staffUse)
  await screen.type('staffPin', '1111')
  await slide(screen)
  expect(screen.errorOf('staffPin')).toBe('รหัสเจ้าหน้าที่ไม่ถูกต้อง')
  expect(screen.field('staffPin').value).toBe('')
})

test('shows the waiting time after too many wrong PINs, without a slide', async () => {
  const screen = await rewards({ use: refusal('STAFF_PIN_LOCKED', 840) })
  await screen.press(staffUse)
  await screen.type('staffPin', '1111')
  await slide(screen)
  expect(screen.text()).toContain('ลองใหม่ได้ในอีก 14:00')
  expect(slider(screen)).toBeNull()
})

test('shows hours if PINs are refused for all customers, and offers the personal code instead', async () => {
  const screen = await rewards({ use: refusal('STAFF_PIN_LOCKED', 5 * 3600 + 9) })
  await screen.press(staffUse)
  await screen.type('staffPin', '111111')
  await slide(screen)
  expect(screen.text()).toContain('ลองใหม่ได้ในอีก 5:00:09')
  expect(screen.text()).toContain('ให้เจ้าหน้าที่สแกน “โค้ดของฉัน” แทนได้')
})

test('asks for the store’s code if its PIN needs one, and sends both', async () => {
  const failure = refused('VALIDATION', [{ path: 'storeCode', code: 'required' }])
  const screen = await rewards({ use: { ok: false, failure, headers: null } })
  await screen.press(staffUse)
  expect(screen.container.querySelector('[name="storeCode"]')).toBeNull()
  await screen.type('staffPin', '111111')
  await slide(screen)
  expect(screen.errorOf('storeCode')).toBe('ใส่รหัสร้านก่อนนะ')
  const used = vi.spyOn(screen.app.rewards, 'use')
  await screen.type('storeCode', ' BD-10-001 ')
  await screen.type('staffPin', '111111')
  await slide(screen)
  expect(used).toHaveBeenCalledWith('receipt', { staffPin: '111111', storeCode: 'BD-10-001' })
  expect(screen.errorOf('storeCode')).toContain('ไม่พบรหัสร้านนี้')
})

test('says that a reward has just run out of stock', async () => {
  const screen = await rewards({ use: refusal('OUT_OF_STOCK') })
  await screen.press(plainUse)
  await slide(screen)
  expect(screen.text()).toContain('ของรางวัลหมดแล้ว')
})

test('explains that rewards cannot be used without a network', async () => {
  const screen = await rewards({ connection: 'unreachable' })
  await screen.press(plainUse)
  expect(screen.text()).toContain('ต้องเชื่อมต่ออินเทอร์เน็ต')
  expect(slider(screen)?.disabled).toBe(true)
})

test('shows the state of each reward and how to get it', async () => {
  const locked = someReward.items.map(item => ({ ...item, state: 'locked' as const, opensAt: null }))
  const screen = await rewards({ reward: ready({ ...someReward, items: locked }) })
  expect(screen.link('ตอบคำถามเพื่อรับรางวัลนี้')).toBe('/answer')
  expect(screen.text()).toContain('สำหรับผู้ได้รับบัตรคอนเสิร์ตที่ยืนยันรับรางวัลแล้ว')
  const ready2 = await rewards()
  expect(ready2.text()).toContain('รหัส 11AC-7Q2K')
  expect(ready2.text()).toContain('ใช้เมื่อ 18 พ.ย. 2569 14:05 น.')
  expect(ready2.text()).toContain('หมดแล้ว')
})

test('uses a scanned store code, and explains and clears an unknown one', async () => {
  const screen = await rewards()
  await screen.press('สแกนรหัสร้าน')
  expect(screen.text()).toContain('ที่ร้าน BD-10-001')
  const failure = refused('VALIDATION', [{ path: 'storeCode', code: 'unknown' }])
  const unknown = await rewards({ use: { ok: false, failure, headers: null } })
  await unknown.press('สแกนรหัสร้าน')
  await unknown.press(plainUse)
  await slide(unknown)
  expect(unknown.text()).toContain('ไม่พบรหัสร้านนี้')
  expect(unknown.text()).not.toContain('ที่ร้าน BD-10-001')
})

test('ignores a scan that was cancelled', async () => {
  const screen = await rewards({ scanned: null })
  await screen.press('สแกนรหัสร้าน')
  expect(screen.text()).not.toContain('ที่ร้าน')
})

test('creates the personal code on the phone without a network', async () => {
  const old = {
    payload: 'CQ1.x.1.old',
    expiresAt: new Date(NOW - 3_600_000).toISOString(),
    step: 30,
    signer: {
      prefix: 'CQ1.x',
      hour: Math.floor(NOW / 3_600_000) - 1,
      keys: ['A'.repeat(43), 'B'.repeat(43)],
    },
  }
  const screen = await show(<QrCode />, { qr: failed(old), connection: 'unreachable' })
  const code = () => screen.container.querySelector('svg[role="img"]')
  // Web Crypto signs on another thread, which can take seconds on a busy machine. `vi.waitFor` would pause outside
  // `act`.
  for (let tries = 0; code() === null && tries < 500; tries++) await screen.settle()
  expect(code()).not.toBeNull()
  expect(screen.text()).toContain('รหัสนี้สร้างในเครื่องและยังใช้ได้')
})

test("warns if the phone's clock is off by more than 90 seconds", async () => {
  expect((await show(<QrCode />, { behind: -100_000 })).text()).toContain('เวลาในเครื่องนี้ไม่ตรง')
  expect((await show(<QrCode />, { behind: 80_000 })).text()).not.toContain('เวลาในเครื่องนี้ไม่ตรง')
})

const drawn = (state: (typeof someReward)['luckyDraw']['state']) => ({
  reward: ready({ ...someReward, luckyDraw: { ...someReward.luckyDraw, state } }),
})

test('uses a confirmed seat at the venue with the staff PIN', async () => {
  const items = someReward.items.map(item =>
    item.rewardType === 'concert' ? { ...item, state: 'available' as const } : item,
  )
  const luckyDraw = { ...someReward.luckyDraw, state: 'confirmed' as const }
  const screen = await show(<Confirm />, { reward: ready({ ...someReward, luckyDraw, items }) })
  expect(screen.text()).toContain('เลื่อนเพื่อใช้คูปอง (เจ้าหน้าที่เท่านั้น)')
  await screen.type('staffPin', '2468')
  await slide(screen)
  expect(screen.text()).toContain('7Q4K-9FXT')
})

test('explains why the server refused a confirmation', async () => {
  const sent = { state: 'refused' as const, failure: refused('CONFIRM_CLOSED') }
  const screen = await show(<Confirm />, { ...drawn('won'), sent })
  await screen.press('ยืนยันรับรางวัล')
  expect(screen.text()).toContain('หมดเวลายืนยันรับรางวัล')
})

const announcedDraw = {
  id: '01938000-0000-7000-8000-0000000000d1',
  commitment: '9f'.repeat(32),
  beacon: '482913',
  beaconSource: 'สลากกินแบ่งรัฐบาล',
  sealedAt: '2027-01-01T00:00:00+07:00',
  entriesHash: '77'.repeat(32),
  entriesCount: 10,
  secret: '1d'.repeat(32),
  winners: [
    { name: 'มะ** ใจ**', ticketNo: 'T-1', number: 'FF-004512-5', rank: 1 },
    { name: 'สม*** ร***', ticketNo: 'T-2', number: null, rank: 3 },
  ],
}
const announced = accepted(announcedDraw)

test("shows the winners, the customer's result and the verified proof after the announcement", async () => {
  const screen = await show(<WaitingAnnouncer />, { ...drawn('lost'), draw: announced, proven: true })
  expect(screen.text()).toContain('มะ** ใจ**')
  expect(screen.text()).toContain('ครั้งนี้ยังไม่ได้รับรางวัล')
  expect(screen.text()).toContain('ผลตรงกับรหัสที่ประกาศก่อนจับ')
  const won = await show(<WaitingAnnouncer />, { ...drawn('won'), draw: announced, proven: false })
  expect(won.link('ยืนยันรับรางวัล')).toBe('/confirm')
  expect(won.text()).toContain('รหัสลับไม่ได้ให้รหัสตรวจสอบที่แสดงในหน้านี้')
})

test('explains what the check of the draw shows, and what a fingerprint is', async () => {
  const screen = await show(<WaitingAnnouncer />, { ...drawn('lost'), draw: announced, proven: true })
  const tip = () => screen.container.querySelector('[role="tooltip"]')?.textContent
  await screen.press('ตรวจสอบแล้วรู้อะไร')
  expect(tip()).toContain('ไม่มีใครเลือกผู้โชคดีหรือรู้ผลล่วงหน้าได้')
  await screen.press('ตรวจสอบแล้วรู้อะไร')
  await screen.press('ลายนิ้วมือข้อมูลคืออะไร')
  expect(tip()).toContain('รหัสที่คำนวณจากข้อมูล')
})

test('lists the ticket numbers, or the ids of older draws, and highlights only the customer’s own row', async () => {
  const rowsOf = (screen: Awaited<ReturnType<typeof show>>) =>
    [...screen.container.querySelectorAll('ol li')].slice(0, 2).map(row => row.textContent)
  const rank = (state: 'won' | 'reserve', of: number) =>
    ready({ ...someReward, luckyDraw: { ...someReward.luckyDraw, state, rank: of } })
  const own = await show(<WaitingAnnouncer />, { draw: announced, reward: rank('won', 3) })
  expect(rowsOf(own)).toEqual(['1มะ** ใจ**หมายเลขสิทธิ์ FF-004512-5', '2สม*** ร***คุณหมายเลขสิทธิ์ T-2'])
  // A reserve also has a rank, but is not in the list.
  const reserve = await show(<WaitingAnnouncer />, { draw: announced, reward: rank('reserve', 3) })
  expect(rowsOf(reserve).join()).not.toContain('คุณ')
})

test('the proof is folded until the customer opens it, and stays open when the draw is loaded again', async () => {
  vi.useFakeTimers()
  const late = Date.parse('2027-01-15T10:00:00+07:00') + 60_000
  const waiting = accepted({ ...announcedDraw, winners: [] })
  const screen = await show(<WaitingAnnouncer />, { now: () => late, draw: waiting })
  const details = screen.container.querySelector('details')
  expect(details?.open).toBe(false)
  if (details) details.open = true
  Object.assign(screen.app.draws, { get: async () => announced })
  await act(async () => vi.advanceTimersByTime(30_000))
  expect(screen.text()).toContain('มะ** ใจ**')
  expect(screen.container.querySelector('details')?.open).toBe(true)
})

test('shows a delayed announcement while the screen is open', async () => {
  vi.useFakeTimers()
  const late = Date.parse('2027-01-15T10:00:00+07:00') + 60_000
  const screen = await show(<WaitingAnnouncer />, { now: () => late })
  expect(screen.text()).toContain('กำลังเตรียมประกาศผล')
  Object.assign(screen.app.draws, { get: async () => announced })
  await act(async () => vi.advanceTimersByTime(29_000))
  expect(screen.text()).not.toContain('มะ** ใจ**')
  await act(async () => vi.advanceTimersByTime(1000))
  expect(screen.text()).toContain('มะ** ใจ**')
})
