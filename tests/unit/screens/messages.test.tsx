// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import ComingSoon from '#src/screens/coming-soon/coming-soon.tsx'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import NotFound from '#src/screens/not-found/not-found.tsx'
import Stopped from '#src/screens/startup/stopped.tsx'
import { noNetwork } from '#src/startup/obstacle.ts'
import type { Phase } from '#src/state/types.ts'
import { act } from '#tests/kit/act.ts'
import { NOW, openActivity } from '#tests/kit/fake-data.ts'
import { loading, ready } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const opening = (opensAt: string) => ready({ ...openActivity, pendingPlatform: true, opensAt })

test('shows the opening time, a countdown and the official account before the start', async () => {
  const screen = await show(<ComingSoon />, { activity: opening('2026-11-23T10:00:00+07:00') })
  expect(screen.text()).toContain('กิจกรรมยังไม่เริ่ม')
  expect(screen.text()).toContain('พบกัน 23 พฤศจิกายน 2569 เวลา 10:00 น.')
  expect(screen.text()).toContain('เหลือ 2 วัน 22 ชั่วโมง 0 นาที')
  expect(screen.link('เพิ่มเพื่อน')).toBe('https://line.me/R/ti/p/%40campaign')
})

test('announces the start automatically when the countdown ends', async () => {
  vi.useFakeTimers()
  let now = NOW
  const screen = await show(<ComingSoon />, {
    activity: opening('2026-11-20T12:00:02+07:00'),
    now: () => now,
  })
  expect(screen.text()).toContain('กิจกรรมยังไม่เริ่ม')
  now += 3000
  await act(async () => vi.advanceTimersByTime(1000))
  expect(screen.text()).toContain('กิจกรรมเริ่มแล้ว!')
  expect(screen.has('button', 'เข้าร่วมกิจกรรม')).toBe(true)
})

test('shows no countdown and no start button if the announced opening time has passed but the campaign is not open', async () => {
  const screen = await show(<ComingSoon />, { activity: opening('2026-11-19T10:00:00+07:00') })
  expect(screen.text()).toContain('กิจกรรมยังไม่เริ่ม')
  expect(screen.text()).toContain('กลับมาดูวันเริ่มกิจกรรมที่หน้านี้อีกครั้งนะ')
  expect(screen.container.querySelector('[role="timer"]')).toBeNull()
  expect(screen.has('button', 'เข้าร่วมกิจกรรม')).toBe(false)
})

test('polls every 30 seconds if the announced opening time has passed', async () => {
  vi.useFakeTimers()
  const screen = await show(<ComingSoon />, { activity: opening('2026-11-19T10:00:00+07:00') })
  let asked = 0
  const poll = async () => {
    asked += 1
  }
  Object.assign(screen.app.campaign, { poll })
  await act(async () => vi.advanceTimersByTime(60_000))
  expect(asked).toBe(2)
})

test('keeps asking the server while a screen says that it is offline', async () => {
  vi.useFakeTimers()
  let asked = 0
  const poll = async () => {
    asked += 1
  }
  const online = await show(<NotFound />)
  Object.assign(online.app.campaign, { poll })
  await act(async () => vi.advanceTimersByTime(60_000))
  dispatchEvent(new Event('online'))
  await act(async () => vi.advanceTimersByTime(2000))
  expect(asked).toBe(0)
  const offline = await show(<NotFound />, { connection: 'unreachable' })
  expect(offline.text()).toContain('ออฟไลน์อยู่')
  const portal = await show(<NotFound />, { connection: 'unreachable', strangerAnswers: true })
  expect(portal.text()).toContain('ถ้า Wi-Fi นี้มีหน้าเข้าสู่ระบบ เข้าสู่ระบบก่อนนะ')
  expect(portal.text()).not.toContain('ออฟไลน์')
  Object.assign(offline.app.campaign, { poll })
  dispatchEvent(new Event('online'))
  dispatchEvent(new Event('online'))
  await act(async () => vi.advanceTimersByTime(2000))
  expect(asked).toBe(1)
  await act(async () => vi.advanceTimersByTime(60_000))
  expect(asked).toBe(3)
})

test('shows no opening time if it is unknown', async () => {
  const screen = await show(<ComingSoon />, { activity: loading })
  expect(screen.text()).toContain('กลับมาดูวันเริ่มกิจกรรมที่หน้านี้อีกครั้งนะ')
  expect(screen.container.querySelector('[role="timer"]')).toBeNull()
})

test('says what the campaign is about before the start', async () => {
  const screen = await show(<ComingSoon />, { activity: opening('2026-11-23T10:00:00+07:00') })
  for (const text of ['ลุ้นดูคอนเสิร์ต', 'ของรางวัล', 'บัตรคอนเสิร์ต', 'เริ่มกิจกรรม23 พ.ย. 2569 10:00 น.'])
    expect(screen.text()).toContain(text)
  expect(screen.has('button', 'เงื่อนไขกิจกรรม')).toBe(true)
})

test('shows no date that the organiser has overruled', async () => {
  const late = await show(<ComingSoon />, { activity: opening('2026-11-19T10:00:00+07:00') })
  expect(late.container.querySelector('dl')?.textContent).not.toContain('เริ่มกิจกรรม')
  const outside = { kind: 'not-in-line', url: 'https://liff.line.me/2000000001-Campaign' } as const
  const closesAt = '2026-11-20T11:59:00+07:00'
  const longer = await start(outside, {
    activity: ready({ ...openActivity, closesAt, announceAt: closesAt }),
  })
  expect(longer.text()).not.toContain('ส่งใบเสร็จได้ถึง')
  expect(longer.text()).not.toContain('ประกาศผล')
  expect(longer.container.querySelector('[role="timer"]')).toBeNull()
})

test("after the end, says when the winners are announced, and links to the customer's receipts but to no results", async () => {
  const activity = ready({ ...openActivity, endPlatform: true })
  const screen = await show(<EndCampaign />, { activity })
  expect(screen.text()).toContain('กิจกรรมสิ้นสุดแล้ว')
  expect(screen.text()).toContain('ประกาศผลรางวัล 15 มกราคม 2570 เวลา 10:00 น.')
  expect(screen.has('a', 'ดูประกาศผล')).toBe(false)
  expect(screen.link('ดูใบเสร็จที่ส่งไว้')).toBe('/receiptHistory')
})

test('does not link to receipts after the end without a signed-in customer', async () => {
  const screen = await show(<EndCampaign />, { phase: { kind: 'ended' } })
  expect(screen.has('a', 'ดูใบเสร็จที่ส่งไว้')).toBe(false)
})

test('links to home from an unknown path', async () => {
  const screen = await show(<NotFound />)
  expect(screen.text()).toContain('ไม่พบหน้านี้')
  expect(screen.link('กลับหน้าแรก')).toBe('/')
  expect(document.title).toContain('ไม่พบหน้านี้')
})

const start = (phase: Phase, state = {}) => show(<Stopped />, { phase, ...state })

test('shows spinner, text and version on the loading screen, and a retry button if loading is slow', async () => {
  const screen = await start({ kind: 'starting' })
  expect(screen.text()).toContain('กำลังโหลด...')
  expect(screen.text()).toContain('1.0.5')
  expect(screen.container.querySelector('[class*="spinner"]')).not.toBeNull()
  expect(screen.has('button', 'ลองใหม่')).toBe(false)
  const slow = await start({ kind: 'starting' }, { slow: true })
  expect(slow.text()).toContain('ใช้เวลานานกว่าปกติ')
  expect(slow.has('button', 'ลองใหม่')).toBe(true)
  const waiting = { on: 'line' as const, until: NOW + 9_500 }
  const waits = await start({ kind: 'starting' }, { slow: true, waiting })
  expect(waits.text()).toContain('กำลังเชื่อมต่อกับ LINE อีกไม่เกิน 10 วินาที')
  expect(waits.has('button', 'ลองใหม่')).toBe(false)
})

test('shows a QR code, a link and a retry button outside LINE', async () => {
  const url = 'https://liff.line.me/2000000001-Campaign'
  const screen = await start({ kind: 'not-in-line', url })
  expect(screen.container.querySelector('svg[role="img"] path')).not.toBeNull()
  expect(screen.link('เปิดใน LINE')).toBe(url)
  expect(screen.has('button', 'ลองใหม่')).toBe(true)
})

test('says outside LINE what the campaign is about, and until when', async () => {
  const screen = await start({ kind: 'not-in-line', url: 'https://liff.line.me/2000000001-Campaign' })
  expect(screen.container.querySelector('h1')?.textContent).toBe('เปิดกิจกรรมนี้ใน LINE')
  for (const text of ['ลุ้นดูคอนเสิร์ต', 'ปิดรับใบเสร็จในอีก', 'ของรางวัล', 'บัตรคอนเสิร์ต', 'ส่งใบเสร็จได้ถึง31 ธ.ค. 2569'])
    expect(screen.text()).toContain(text)
})

test('hides the countdown outside LINE when it has ended, and does not open LINE unasked', async () => {
  vi.useFakeTimers()
  let now = NOW
  const activity = ready({ ...openActivity, closesAt: '2026-11-20T12:00:02+07:00' })
  const screen = await start(
    { kind: 'not-in-line', url: 'https://liff.line.me/2000000001-Campaign' },
    { activity, now: () => now },
  )
  const retry = vi.spyOn(screen.app.session, 'retry')
  expect(screen.container.querySelector('[role="timer"]')).not.toBeNull()
  now += 3000
  await act(async () => vi.advanceTimersByTime(1000))
  expect(screen.container.querySelector('[role="timer"]')).toBeNull()
  expect(retry).not.toHaveBeenCalled()
})

test('asks to add the official account, with a button to continue afterwards', async () => {
  const screen = await start({ kind: 'add-friend', url: 'https://line.me/R/ti/p/@campaign', last: null })
  expect(screen.link('เพิ่มเพื่อน')).toBe('https://line.me/R/ti/p/@campaign')
  expect(screen.has('button', 'เพิ่มเพื่อนแล้ว')).toBe(true)
})

test("shows the phone's time and the server's time if the clock is wrong", async () => {
  const screen = await start({ kind: 'clock', phone: NOW - 86_400_000, server: NOW })
  expect(screen.text()).toContain('19 พ.ย. 2569 12:00 น.')
  expect(screen.text()).toContain('20 พ.ย. 2569 12:00 น.')
})

test('tells a blocked customer who blocked the account, and not only to try again', async () => {
  const screen = await start({ kind: 'failed', code: 'CUSTOMER_BLOCKED', message: '', requestId: 'req-7' })
  expect(screen.text()).toContain('บัญชีนี้ถูกระงับ')
  expect(screen.text()).toContain('ติดต่อเราและแจ้งรหัสด้านล่าง')
  expect(screen.text()).not.toContain('เข้าสู่ระบบไม่สำเร็จ')
  expect(screen.text()).toContain('รหัส CUSTOMER_BLOCKED · req-7')
  expect(screen.has('button', 'ลองใหม่')).toBe(true)
})

test('shows the message, the error code and the request id of a failed sign-in', async () => {
  const screen = await start({ kind: 'failed', code: 'LINE_TOKEN_INVALID', message: '', requestId: 'req-7' })
  expect(screen.text()).toContain('ยืนยันตัวตนกับ LINE ไม่สำเร็จ')
  expect(screen.text()).toContain('รหัส LINE_TOKEN_INVALID · req-7')
})

test.each([
  [{ kind: 'offline', ...noNetwork }, 'ยังเชื่อมต่อไม่ได้', 'ลองใหม่'],
  [{ kind: 'signed-out', why: 'logged-out' }, 'ออกจากระบบแล้ว', 'เข้าสู่ระบบ'],
  [{ kind: 'signed-out', why: 'replaced' }, 'มีบัญชีอื่นเข้าสู่ระบบในเครื่องนี้', 'เข้าสู่ระบบ'],
] as const)('explains %o and offers the next step', async (phase, title, button) => {
  const screen = await start(phase)
  expect(screen.text()).toContain(title)
  expect(screen.has('button', button)).toBe(true)
})

const buttonsOf = ({ container }: Awaited<ReturnType<typeof start>>) =>
  [...container.querySelectorAll('main button, main a')].map(({ textContent }) => textContent)

test.each([
  [{ kind: 'signed-out', why: 'cancelled' }, 'ขอบคุณที่ร่วมสนุกกับเรา'],
  [
    { kind: 'failed', code: 'CUSTOMER_CANCELLED', message: '', requestId: null },
    'บัญชี LINE นี้ยกเลิกการเข้าร่วมกิจกรรมนี้แล้ว จึงเข้าร่วมอีกไม่ได้',
  ],
] as const)('after leaving, %o offers nothing that the server would refuse', async (phase, text) => {
  const inLine = await start(phase, { inClient: true })
  expect(inLine.text()).toContain('ยกเลิกการเข้าร่วมแล้ว')
  expect(inLine.text()).toContain(text)
  expect(buttonsOf(inLine)).toEqual(['ปิด'])
  const outside = await start(phase, { inClient: false })
  expect(buttonsOf(outside)).toEqual([])
})
