// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { MessageSettings } from '#contract/schema/message-settings.ts'
import Profile from '#src/screens/profile/profile.tsx'
import { act } from '#tests/kit/act.ts'
import { NOW, queuedJob, SENT_ID } from '#tests/kit/fake-data.ts'
import { failed, ready, refused } from '#tests/kit/fake-state.ts'
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
    // The phone still has the answer of a server that had the call.
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
