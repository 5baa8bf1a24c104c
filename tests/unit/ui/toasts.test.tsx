// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Ports } from '#src/ports.ts'
import { Toasts } from '#src/state/toasts.ts'
import { act } from '#tests/kit/act.ts'
import { show } from '#tests/kit/render.tsx'

function manualClock() {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const clock: Ports['clock'] = {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(one => one !== timer)
      }
    },
  }
  return {
    clock,
    pass: (ms: number) =>
      act(async () => {
        now += ms
        const due = timers.filter(timer => timer.at <= now)
        timers = timers.filter(timer => timer.at > now)
        for (const timer of due) timer.run()
      }),
  }
}

async function withToast() {
  const hand = manualClock()
  const screen = await show(<p />, { clock: hand.clock })
  await act(async () => {
    window.dispatchEvent(
      new CustomEvent('toast', { detail: { severity: 'success', message: 'ส่งใบเสร็จแล้ว' } }),
    )
  })
  const card = () =>
    [...screen.container.querySelectorAll('p')].find(one => one.textContent === 'ส่งใบเสร็จแล้ว')?.parentElement
  const pointer = (type: 'pointerover' | 'pointerout') =>
    act(async () => card()?.dispatchEvent(new PointerEvent(type, { bubbles: true })))
  return { ...hand, screen, card, pointer }
}

test("shows a toast for 3000 ms on the page's toast event", async () => {
  const { pass, card } = await withToast()
  expect(card()).toBeDefined()
  await pass(2999)
  expect(card()).toBeDefined()
  await pass(1)
  expect(card()).toBeUndefined()
})

test('pauses the timer under the pointer and resumes it afterwards', async () => {
  const { pass, card, pointer } = await withToast()
  await pass(2000)
  await pointer('pointerover')
  await pass(60_000)
  expect(card()).toBeDefined()
  await pointer('pointerout')
  await pass(999)
  expect(card()).toBeDefined()
  await pass(1)
  expect(card()).toBeUndefined()
})

test('pauses while the toast has the pointer or the focus, and counts the pause once', async () => {
  const { pass, screen, card, pointer } = await withToast()
  const close = screen.container.querySelector<HTMLElement>('[aria-label="ปิดข้อความแจ้ง"]')
  await pass(1000)
  await pointer('pointerover')
  await act(async () => close?.focus())
  await pointer('pointerout')
  await pass(60_000)
  expect(card()).toBeDefined()
  await act(async () => close?.blur())
  await pass(1999)
  expect(card()).toBeDefined()
  await pass(1)
  expect(card()).toBeUndefined()
})

test('can be closed', async () => {
  const { screen, card } = await withToast()
  await screen.press('ปิดข้อความแจ้ง')
  expect(card()).toBeUndefined()
})

test('announces toasts politely, and errors immediately', async () => {
  const { screen } = await withToast()
  expect(screen.container.querySelector('[aria-live="polite"]')?.textContent).toContain('ส่งใบเสร็จแล้ว')
  await act(async () => screen.app.toasts.show('error', 'ส่งไม่สำเร็จ'))
  expect(screen.container.querySelector('[role="alert"]')?.textContent).toContain('ส่งไม่สำเร็จ')
})

test.each([
  ['a plain event', new Event('toast')],
  ['no message', new CustomEvent('toast', { detail: { severity: 'info' } })],
  ['a message that is not a string', new CustomEvent('toast', { detail: { severity: 'info', message: 7 } })],
])('ignores an event with %s', async (_, event) => {
  const screen = await show(<p />)
  await act(async () => {
    window.dispatchEvent(event)
  })
  expect(screen.app.toasts.list.value).toEqual([])
})

test('shows an unknown severity as info', async () => {
  const screen = await show(<p />)
  await act(async () => {
    window.dispatchEvent(new CustomEvent('toast', { detail: { severity: 'loud', message: 'ข้อความ' } }))
  })
  expect(screen.app.toasts.list.value[0]?.severity).toBe('info')
})

test('keeps an early toast until the toast host has loaded, and then shows it for 3000 ms', async () => {
  const { clock, pass } = manualClock()
  const toasts = new Toasts({
    clock,
    ids: {
      uuid: () => '1',
      sha256: async () => '',
      hmacSha256: async () => new Uint8Array(),
      random: () => 0,
    },
  })
  toasts.show('info', 'ยินดีต้อนรับ')
  await pass(10_000)
  expect(toasts.list.value).toHaveLength(1)
  toasts.resume('1')
  await pass(2999)
  expect(toasts.list.value).toHaveLength(1)
  await pass(1)
  expect(toasts.list.value).toHaveLength(0)
})
