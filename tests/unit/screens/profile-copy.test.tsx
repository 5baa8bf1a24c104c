// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import Profile from '#src/screens/profile/profile.tsx'
import { act } from '#tests/kit/act.ts'
import { NOW, queuedJob } from '#tests/kit/fake-data.ts'
import { refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const ASK = 'ขอลิงก์ดาวน์โหลด'
const linkIn = (screen: { container: HTMLElement }) =>
  screen.container.querySelector<HTMLAnchorElement>('a[href^="/api/customer/export/"]')

test('in LINE, the copy opens in the phone’s browser', async () => {
  const screen = await show(<Profile />)
  const opened: unknown[] = []
  Object.assign(screen.app.line, { openWindow: (...to: unknown[]) => opened.push(to) })
  await screen.press(ASK)
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  await act(async () => void linkIn(screen)?.dispatchEvent(event))
  expect([event.defaultPrevented, opened]).toEqual([true, [[linkIn(screen)?.href, true]]])
})

test('outside LINE, the browser follows the link itself', async () => {
  const screen = await show(<Profile />, { inClient: false })
  await screen.press(ASK)
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  // The test browser would open the page; this listener runs after the screen's.
  let prevented: boolean | null = null
  const last = (clicked: Event) => {
    prevented = clicked.defaultPrevented
    clicked.preventDefault()
  }
  document.addEventListener('click', last, { once: true })
  await act(async () => void linkIn(screen)?.dispatchEvent(event))
  expect(prevented).toBe(false)
})

test('the link gives way to the button when it has expired, by the server’s clock', async () => {
  const now = signal(NOW)
  const screen = await show(<Profile />, { now: () => now.value })
  await screen.press(ASK)
  expect(screen.text()).toContain('ลิงก์ใช้ได้ถึง 12:10')
  // Like a customer who comes back from the browser in which the file was opened.
  const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  now.value = NOW + 599_000
  await comeBack()
  expect(linkIn(screen)).not.toBeNull()
  now.value = NOW + 600_000
  await comeBack()
  expect([linkIn(screen), screen.has('button', ASK)]).toEqual([null, true])
})

test('gives the reason for a missing link, and names data that the file does not contain', async () => {
  const screen = await show(<Profile />)
  expect(screen.text()).not.toContain('ยังไม่อยู่ในไฟล์')
  Object.assign(screen.app.customer, {
    askForCopy: async () => ({ ok: false as const, failure: refused('RATE_LIMITED') }),
  })
  await screen.press(ASK)
  expect([linkIn(screen), screen.app.toasts.list.value.length]).toEqual([null, 1])
  expect((await show(<Profile />, { jobs: [queuedJob] })).text()).toContain('ยังไม่อยู่ในไฟล์')
  const offline = await show(<Profile />, { connection: 'unreachable' })
  const button = [...offline.container.querySelectorAll('button')].find(one => one.textContent === ASK)
  expect(button?.disabled).toBe(true)
})
