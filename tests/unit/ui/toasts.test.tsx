import { expect, test } from 'vitest'
import type { Ports } from '#src/ports.ts'
import { Toasts } from '#src/state/toasts.ts'
import { act } from '#tests/kit/act.ts'
import { show } from '#tests/kit/render.tsx'

/** A clock that stands still until it is told to go on. */
function handClock() {
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
  const hand = handClock()
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

test("the page's toast event shows a toast for 3000 ms", async () => {
  const { pass, card } = await withToast()
  expect(card()).toBeDefined()
  await pass(2999)
  expect(card()).toBeDefined()
  await pass(1)
  expect(card()).toBeUndefined()
})

test('under the pointer its time stands still, and goes on after', async () => {
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

test('its time stands still as long as the pointer or the focus is on it, and is counted once', async () => {
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

test('it can be closed', async () => {
  const { screen, card } = await withToast()
  await screen.press('ปิดข้อความแจ้ง')
  expect(card()).toBeUndefined()
})

test('the region is announced politely, an error at once', async () => {
  const { screen } = await withToast()
  expect(screen.container.querySelector('[aria-live="polite"]')?.textContent).toContain('ส่งใบเสร็จแล้ว')
  await act(async () => screen.app.toasts.show('error', 'ส่งไม่สำเร็จ'))
  expect(screen.container.querySelector('[role="alert"]')?.textContent).toContain('ส่งไม่สำเร็จ')
})

test.each([
  ['a plain event', new Event('toast')],
  ['no message', new CustomEvent('toast', { detail: { severity: 'info' } })],
  ['a message that is no text', new CustomEvent('toast', { detail: { severity: 'info', message: 7 } })],
])('an event with %s shows nothing', async (_, event) => {
  const screen = await show(<p />)
  await act(async () => {
    window.dispatchEvent(event)
  })
  expect(screen.app.toasts.list.value).toEqual([])
})

test('an unknown severity is shown as information', async () => {
  const screen = await show(<p />)
  await act(async () => {
    window.dispatchEvent(new CustomEvent('toast', { detail: { severity: 'loud', message: 'ข้อความ' } }))
  })
  expect(screen.app.toasts.list.value[0]?.severity).toBe('info')
})

test('a toast that is earlier than the script that draws it waits for that, and has its 3000 ms then', async () => {
  const { clock, pass } = handClock()
  const toasts = new Toasts({ clock, ids: { uuid: () => '1', sha256: async () => '', random: () => 0 } })
  toasts.show('info', 'ยินดีต้อนรับ')
  await pass(10_000)
  expect(toasts.list.value).toHaveLength(1)
  toasts.resume('1')
  await pass(2999)
  expect(toasts.list.value).toHaveLength(1)
  await pass(1)
  expect(toasts.list.value).toHaveLength(0)
})
