import { expect, test } from 'vitest'
import type { MessageSettings } from '#contract/schema/message-settings.ts'
import Profile from '#src/screens/profile/profile.tsx'
import { act } from '#tests/kit/act.ts'
import { ready } from '#tests/kit/fake-state.ts'
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
  Object.assign(screen.app.customer, { saveMessages: async (groups: unknown) => void saved.push(groups) })
  await act(async () => switchOf(screen, 'ผลรางวัล')?.click())
  expect(saved).toEqual([{ draw: true }])
})

test('shows nothing about messages if the campaign sends none, or if the server does not know them', async () => {
  for (const messages of [
    ready({ ...settings, offered: false }),
    { state: 'failed', failure: { kind: 'missing' }, value: null, at: null } as const,
  ]) {
    const screen = await show(<Profile />, { messages })
    expect(screen.container.textContent).not.toContain('ข้อความจากเราใน LINE')
  }
})

test('says that messages do not arrive if the customer has blocked the account', async () => {
  const friend = await show(<Profile />, { messages: ready({ ...settings, reach: 'friend' }) })
  expect(friend.container.textContent).not.toContain('คุณบล็อกบัญชี')
  const blocked = await show(<Profile />, { messages: ready({ ...settings, reach: 'blocked' }) })
  expect(blocked.container.textContent).toContain('คุณบล็อกบัญชี LINE ของเราอยู่')
})
