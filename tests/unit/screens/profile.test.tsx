// @vitest-environment happy-dom

import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import type { MessageSettings } from '#contract/schema/message-settings.ts'
import Profile from '#src/screens/profile/profile.tsx'
import { act } from '#tests/kit/act.ts'
import { NOW, queuedJob, registered, SENT_ID } from '#tests/kit/fake-data.ts'
import { accepted, failed, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const settings: MessageSettings = {
  offered: true,
  reach: 'unknown',
  groups: { receipts: true, draw: false, coupons: true, news: false },
}
type Screen = Awaited<ReturnType<typeof show>>
const switchOf = ({ container }: Screen, label: string) =>
  [...container.querySelectorAll('label')].find(one => one.textContent === label)?.querySelector('input')

test('shows a switch for each group of messages and saves the one that was pressed', async () => {
  const screen = await show(<Profile />, { messages: ready(settings) })
  const states = ['ผลตรวจใบเสร็จ', 'ผลรางวัล', 'คูปองใกล้หมดอายุ'].map(label => switchOf(screen, label)?.checked)
  expect(states).toEqual([true, false, true])
  const saved: unknown[] = []
  Object.assign(screen.app.customer, {
    saveMessages: async (groups: unknown) => {
      saved.push(groups)
      return { id: SENT_ID, state: 'received' }
    },
  })
  await act(async () => switchOf(screen, 'ผลรางวัล')?.click())
  expect(saved).toEqual([{ draw: true }])
  expect(screen.app.toasts.list.value[0]?.text).toBe('บันทึกให้แล้ว')
})

test('shows nothing about messages if the campaign sends none, or if the server does not know them', async () => {
  for (const messages of [
    ready({ ...settings, offered: false }),
    { state: 'failed', failure: { kind: 'missing' }, value: null, at: null } as const,
    // The phone still has an answer from when the server had the call.
    { state: 'failed', failure: { kind: 'missing' }, value: settings, at: NOW } as const,
  ]) {
    const screen = await show(<Profile />, { messages })
    expect(screen.container.textContent).not.toContain('ข้อความจากเราใน LINE')
  }
})

test('offline, shows the stored switches, and says that a change has not arrived yet', async () => {
  const offline = { messages: failed(settings), connection: 'unreachable' } as const
  const before = await show(<Profile />, offline)
  expect(switchOf(before, 'ผลรางวัล')?.checked).toBe(false)
  expect(before.container.textContent).not.toContain('การเปลี่ยนแปลงยังส่งไม่ถึงเรา')
  const job = { ...queuedJob, route: 'putMessageSettings', subject: null, receipt: null } as const
  const after = await show(<Profile />, { ...offline, jobs: [job] })
  expect(after.container.textContent).toContain('การเปลี่ยนแปลงยังส่งไม่ถึงเรา')
})

test.each([
  [{ state: 'queued', kept: false }, 'เครื่องนี้บันทึกข้อมูลไม่ได้'],
  [{ state: 'unsaved', reason: 'limit' }, 'มีรายการรอส่งมากเกินไป'],
  [{ state: 'refused', failure: refused('INTERNAL') }, 'ระบบขัดข้อง'],
] as const)('says why a change is not saved: %j', async (sent, text) => {
  const screen = await show(<Profile />, { messages: ready(settings), sent })
  await act(async () => switchOf(screen, 'ผลรางวัล')?.click())
  expect(screen.app.toasts.list.value[0]?.text).toContain(text)
})

test('says where the switch for the news is, and who gets messages', async () => {
  const screen = await show(<Profile />, { messages: ready(settings) })
  expect(screen.text()).toContain('ข่าวสารและโปรโมชันเปิดหรือปิดได้ที่ “ความยินยอม”')
  expect(screen.text()).toContain('จะถึงคุณเมื่อคุณเป็นเพื่อนกับบัญชี LINE ของเรา')
})

test('says that messages do not arrive if the customer has blocked the account', async () => {
  const friend = await show(<Profile />, { messages: ready({ ...settings, reach: 'friend' }) })
  expect(friend.container.textContent).not.toContain('คุณบล็อกบัญชี')
  const blocked = await show(<Profile />, { messages: ready({ ...settings, reach: 'blocked' }) })
  expect(blocked.container.textContent).toContain('คุณบล็อกบัญชี LINE ของเราอยู่')
})

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
  // This listener runs after the screen's, and keeps the test browser from opening the page.
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
  // Acts like a customer who returns from the browser that opened the file.
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

test('switches marketing messages on and off, and disables the switch without a network', async () => {
  const screen = await show(<Profile />)
  const toggle = screen.container.querySelector<HTMLInputElement>('input[role="switch"]')
  expect(toggle?.checked).toBe(true)
  const asked: (string | null)[] = []
  Object.assign(screen.app.customer, {
    setMarketing: async (shown: string | null) => {
      asked.push(shown)
      return accepted({})
    },
  })
  await act(async () => toggle?.click())
  expect(asked).toEqual([null])
  expect(screen.app.toasts.list.value[0]?.text).toBe('ไม่รับข่าวสารและโปรโมชัน')
  const off = { ...registered, consents: { ...registered.consents, marketing: false } }
  const older = await show(<Profile />, { customer: ready(off) })
  Object.assign(older.app.customer, {
    setMarketing: async (shown: string | null) => {
      asked.push(shown)
      return { ok: false as const, failure: refused('TERMS_CHANGED') }
    },
  })
  await act(async () => older.container.querySelector<HTMLInputElement>('input[role="switch"]')?.click())
  expect(asked).toEqual([null, MARKETING_VERSION])
  expect(older.app.toasts.list.value[0]?.text).toContain('ข้อความเรื่องข่าวสารมีการเปลี่ยนแปลง')
  const offline = await show(<Profile />, { connection: 'unreachable' })
  expect(offline.container.querySelector<HTMLInputElement>('input[role="switch"]')?.disabled).toBe(true)
})

test('removes the stored LINE picture on request', async () => {
  expect((await show(<Profile />)).has('button', 'ลบรูปโปรไฟล์จากระบบ')).toBe(false)
  const linePictureUrl = 'https://profile.line-scdn.net/x'
  const screen = await show(<Profile />, { customer: ready({ ...registered, linePictureUrl }) })
  await screen.press('ลบรูปโปรไฟล์จากระบบ')
  expect(screen.app.toasts.list.value[0]?.text).toBe('ลบรูปให้แล้ว')
})
