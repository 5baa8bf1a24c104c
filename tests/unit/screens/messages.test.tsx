import { expect, test, vi } from 'vitest'
import ComingSoon from '#src/screens/coming-soon/coming-soon.tsx'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import NotFound from '#src/screens/not-found/not-found.tsx'
import Stopped from '#src/screens/startup/stopped.tsx'
import type { Phase } from '#src/state/types.ts'
import { act } from '#tests/kit/act.ts'
import { NOW, openActivity } from '#tests/kit/fake-data.ts'
import { loading, ready } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const opening = (opensAt: string) => ready({ ...openActivity, pendingPlatform: true, opensAt })

test('before the start it says when, counts down and offers the official account', async () => {
  const screen = await show(<ComingSoon />, { activity: opening('2026-11-23T10:00:00+07:00') })
  expect(screen.text()).toContain('กิจกรรมยังไม่เริ่ม')
  expect(screen.text()).toContain('พบกัน 23 พฤศจิกายน 2569 เวลา 10:00 น.')
  expect(screen.text()).toContain('เหลือ 2 วัน 22 ชั่วโมง 0 นาที')
  expect(screen.link('เพิ่มเพื่อน')).toBe('https://line.me/R/ti/p/%40campaign')
})

test('when the time has come it says so by itself', async () => {
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

test('held back beyond the start that was announced, it waits without counting to it or asking again and again', async () => {
  const screen = await show(<ComingSoon />, { activity: opening('2026-11-19T10:00:00+07:00') })
  expect(screen.text()).toContain('กิจกรรมยังไม่เริ่ม')
  expect(screen.text()).toContain('ติดตามวันเริ่มกิจกรรมได้ที่ LINE ของเรา')
  expect(screen.container.querySelector('[role="timer"]')).toBeNull()
  expect(screen.has('button', 'เข้าร่วมกิจกรรม')).toBe(false)
})

test('held back, it looks again from time to time whether it has opened', async () => {
  vi.useFakeTimers()
  const screen = await show(<ComingSoon />, { activity: opening('2026-11-19T10:00:00+07:00') })
  let asked = 0
  const load = async () => {
    asked += 1
  }
  Object.assign(screen.app.campaign, { load })
  await act(async () => vi.advanceTimersByTime(60_000))
  expect(asked).toBe(2)
})

test('without a known start it does not invent one', async () => {
  const screen = await show(<ComingSoon />, { activity: loading })
  expect(screen.text()).toContain('ติดตามวันเริ่มกิจกรรมได้ที่ LINE ของเรา')
  expect(screen.container.querySelector('[role="timer"]')).toBeNull()
})

test('after the end it thanks, and leads to the results and to the own receipts', async () => {
  const activity = ready({ ...openActivity, endPlatform: true })
  const screen = await show(<EndCampaign />, { activity })
  expect(screen.text()).toContain('กิจกรรมสิ้นสุดแล้ว')
  expect(screen.text()).toContain('ประกาศผลรางวัล 15 มกราคม 2570 เวลา 10:00 น.')
  expect(screen.link('ดูประกาศผล')).toBe('/watingAnouncer')
  expect(screen.link('ดูใบเสร็จที่ส่งไว้')).toBe('/receiptHistory')
})

test('a stranger is not offered receipts after the end', async () => {
  const screen = await show(<EndCampaign />, { phase: { kind: 'ended' } })
  expect(screen.has('a', 'ดูใบเสร็จที่ส่งไว้')).toBe(false)
})

test('an unknown address leads home', async () => {
  const screen = await show(<NotFound />)
  expect(screen.text()).toContain('ไม่พบหน้านี้')
  expect(screen.link('กลับหน้าแรก')).toBe('/')
  expect(document.title).toContain('ไม่พบหน้านี้')
})

const start = (phase: Phase, state = {}) => show(<Stopped />, { phase, ...state })

test('the loading screen has its spinner, its text and the version, and after a while a way to try again', async () => {
  const screen = await start({ kind: 'starting' })
  expect(screen.text()).toContain('กำลังโหลด...')
  expect(screen.text()).toContain('1.0.5')
  expect(screen.container.querySelector('[class*="spinner"]')).not.toBeNull()
  expect(screen.has('button', 'ลองใหม่')).toBe(false)
  const slow = await start({ kind: 'starting' }, { slow: true })
  expect(slow.text()).toContain('ใช้เวลานานกว่าปกติ')
  expect(slow.has('button', 'ลองใหม่')).toBe(true)
})

test('outside LINE there is a code to scan, a button and another try', async () => {
  const url = 'https://liff.line.me/2000000001-Campaign'
  const screen = await start({ kind: 'not-in-line', url })
  expect(screen.container.querySelector('svg[role="img"] path')).not.toBeNull()
  expect(screen.link('เปิดใน LINE')).toBe(url)
  expect(screen.has('button', 'ลองใหม่')).toBe(true)
})

test('who is not a friend finds the way there and back', async () => {
  const screen = await start({ kind: 'add-friend', url: 'https://line.me/R/ti/p/@campaign' })
  expect(screen.link('เพิ่มเพื่อน')).toBe('https://line.me/R/ti/p/@campaign')
  expect(screen.has('button', 'เพิ่มเพื่อนแล้ว')).toBe(true)
})

test('a wrong clock is shown beside the right one', async () => {
  const screen = await start({ kind: 'clock', phone: NOW - 86_400_000, server: NOW })
  expect(screen.text()).toContain('19 พ.ย. 2569 12:00 น.')
  expect(screen.text()).toContain('20 พ.ย. 2569 12:00 น.')
})

test('a failed sign-in gives the sentence, the code and the number to ask about', async () => {
  const screen = await start({ kind: 'failed', code: 'LINE_TOKEN_INVALID', message: '', requestId: 'req-7' })
  expect(screen.text()).toContain('ยืนยันตัวตนกับ LINE ไม่สำเร็จ')
  expect(screen.text()).toContain('รหัส LINE_TOKEN_INVALID · req-7')
})

test.each([
  [{ kind: 'offline' }, 'ยังเชื่อมต่อไม่ได้', 'ลองใหม่'],
  [{ kind: 'signed-out', cancelled: false }, 'ออกจากระบบแล้ว', 'เข้าสู่ระบบ'],
  [{ kind: 'signed-out', cancelled: true }, 'ยกเลิกการเข้าร่วมแล้ว', 'เข้าร่วมใหม่'],
] as const)('%o is explained, with what to do next', async (phase, title, button) => {
  const screen = await start(phase)
  expect(screen.text()).toContain(title)
  expect(screen.has('button', button)).toBe(true)
})
