// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest'
import Landing from '#src/screens/landing/landing.tsx'
import { more } from '#src/screens/landing/parts.tsx'
import { act } from '#tests/kit/act.ts'
import { adult, agreed, NOW, openActivity } from '#tests/kit/fake-data.ts'
import { loading, ready } from '#tests/kit/fake-state.ts'
import { soon } from '#tests/kit/in-time.ts'
import { show } from '#tests/kit/render.tsx'

const phase = { kind: 'register' } as const
const path = '/register?logstate=poster'
const consents = 'ฉันยอมรับเงื่อนไขกิจกรรม'

// Scripts that are still loading would change the screen outside `act`.
beforeAll(() => more.load().then(() => {}))

type Shown = Awaited<ReturnType<typeof show>>
/** Waits until the screen shows a text whose script has to load. */
const says = (screen: Shown, text: string) =>
  soon(async () => {
    await screen.settle()
    expect(screen.text()).toContain(text)
  })

test('shows headline, prizes, steps and dates before any consent, with one button', async () => {
  const activity = ready({ ...openActivity, permitNo: '123/2569', minAge: 13 })
  const screen = await show(<Landing />, { phase, activity }, { path })
  await says(screen, 'ใบอนุญาตเลขที่ 123/2569')
  expect(screen.container.querySelector('h1')?.textContent).toBe('ซ่าทุกฟอง ลุ้นดูคอนเสิร์ต')
  for (const text of [
    'ซื้อฟองฟูครบทุก 100 บาท รับ 1 สิทธิ์',
    'ปิดรับใบเสร็จในอีก',
    'บัตรคอนเสิร์ต',
    'ถ่ายใบเสร็จ',
    'ส่งใบเสร็จได้ถึง31 ธ.ค. 2569 23:59 น.',
    'ประกาศผล15 ม.ค. 2570 10:00 น.',
    '13 ปีขึ้นไป',
  ])
    expect(screen.text()).toContain(text)
  expect(screen.text()).not.toContain(consents)
  expect(screen.container.querySelector('input')).toBeNull()
  expect(screen.app.drafts.read('register')).toBeNull()
})

test('opens the terms from the landing', async () => {
  const screen = await show(<Landing />, { phase }, { path })
  await says(screen, 'เงื่อนไขกิจกรรม')
  await screen.press('เงื่อนไขกิจกรรม')
  const dialog = () => screen.container.querySelector('dialog')?.textContent
  await soon(async () => {
    await screen.settle()
    expect(dialog()).toContain('ใบเสร็จ 1 ใบใช้ได้ 1 ครั้ง')
  })
})

test('shows no date and no countdown until the dates are known', async () => {
  const screen = await show(<Landing />, { phase, activity: loading }, { path })
  await says(screen, 'ถ่ายใบเสร็จ')
  expect(screen.text()).toContain('ซื้อฟองฟู ส่งใบเสร็จ ลุ้นบัตรคอนเสิร์ต')
  expect(screen.container.querySelector('[role="timer"]')).toBeNull()
  expect(screen.container.querySelector('dl')).toBeNull()
})

test('the button opens the consents and keeps the query', async () => {
  const screen = await show(<Landing />, { phase }, { path })
  await screen.press('เข้าร่วม')
  await says(screen, consents)
  expect(screen.path()).toBe('/register?logstate=poster&step=terms')
})

test.each([
  ['an untouched form', {}, 'terms', consents],
  ['consents', agreed, 'terms', consents],
  ['typed data', { ...agreed, customer: adult }, 'data', 'ข้อมูลของคุณ'],
  ['typed data without the consents', { customer: adult }, 'terms', consents],
  ['a draft of an unknown format', [], 'terms', consents],
])('a customer who left %s in this tab returns to that step', async (_, draft, step, text) => {
  const screen = await show(<Landing />, { phase, drafts: { register: draft } }, { path })
  await says(screen, text)
  expect(screen.path()).toBe(`/register?logstate=poster&step=${step}`)
})

test('asks the server whether the campaign has ended when the countdown ends', async () => {
  vi.useFakeTimers()
  let now = NOW
  const activity = ready({ ...openActivity, closesAt: '2026-11-20T12:00:02+07:00' })
  const screen = await show(<Landing />, { phase, activity, now: () => now }, { path })
  const retry = vi.spyOn(screen.app.session, 'retry')
  await act(async () => vi.advanceTimersByTime(1000))
  expect(retry).not.toHaveBeenCalled()
  now += 3000
  await act(async () => vi.advanceTimersByTime(1000))
  expect(retry).toHaveBeenCalledOnce()
})
