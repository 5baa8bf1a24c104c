// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import Confirm from '#src/screens/confirm/confirm.tsx'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import Thanks from '#src/screens/thanks/thanks.tsx'
import WaitingAnnouncer from '#src/screens/waiting-announcer/waiting-announcer.tsx'
import { ended, rewardOf, seat } from '#tests/kit/drawn.ts'
import { receivedJob, thanksFor } from '#tests/kit/fake-data.ts'
import { type FakeState, ready } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const stranger = (endedSignIn: FakeState['endedSignIn'], more: Partial<FakeState> = {}) =>
  ended(null, { customerId: null, endedSignIn, ...more })

test.each([
  [{ kind: 'running' }, 'กำลังตรวจสอบสิทธิ์ของคุณ', null],
  [{ kind: 'ask', how: 'login' }, 'เข้าสู่ระบบด้วย LINE เพื่อดูสิทธิ์และผลของคุณ', 'เข้าสู่ระบบ'],
  [{ kind: 'not-registered', left: false }, 'บัญชี LINE นี้ไม่ได้ลงทะเบียนในกิจกรรมนี้', null],
  [{ kind: 'not-registered', left: true }, 'บัญชีนี้ยกเลิกการเข้าร่วมแล้ว', null],
  [{ kind: 'unreachable' }, 'ยังตรวจสอบสิทธิ์ของคุณไม่ได้', 'ลองใหม่'],
  [{ kind: 'refused', code: null }, 'เข้าสู่ระบบไม่สำเร็จ', 'ลองใหม่'],
  [{ kind: 'refused', code: 'LINE_TOKEN_EXPIRED' }, 'LINE', 'ลองใหม่'],
] as const)('without a customer, says what the sign-in needs: %o', async (signIn, says, button) => {
  for (const screen of [
    <EndCampaign key="end" />,
    <Confirm key="confirm" />,
    <WaitingAnnouncer key="wait" />,
  ]) {
    const shown = await show(screen, stranger(signIn))
    const retry = vi.fn()
    Object.assign(shown.app.session, { retry })
    expect(shown.text()).toContain(says)
    if (button === null) continue
    await shown.press(button)
    expect(retry).toHaveBeenCalledTimes(1)
  }
})

test('outside LINE, links to the same screen in LINE', async () => {
  const url = 'https://liff.line.me/2000000001-Campaign/confirm'
  const screen = await show(<Confirm />, stranger({ kind: 'open-line', url }))
  expect(screen.link('เปิดใน LINE')).toBe(url)
})

const confirmation = {
  ...receivedJob,
  route: 'confirmConcert',
  subject: null,
  receipt: null,
  attend: true,
} as const
const sharing = { outcomes: [confirmation], features: ['share', 'send'] as const }

test('after confirming, sharing speaks of the win', async () => {
  const reward = ready(rewardOf('confirmed', { prize: seat }))
  const screen = await show(<Thanks />, ended(null, { ...sharing, reward }), { path: thanksFor('confirm') })
  const sent: unknown[] = []
  Object.assign(screen.app.line, {
    share: async (messages: unknown) => {
      sent.push(messages)
      return { ok: true, value: true }
    },
    send: async (messages: unknown) => {
      sent.push(messages)
      return { ok: true, value: undefined }
    },
  })
  await screen.press('บอกข่าวดีให้เพื่อน')
  await screen.press('บอกเพื่อนในแชทนี้')
  const text = 'ฉันได้รับบัตรคอนเสิร์ต 2 ที่นั่งจากฟองฟู เฟส! https://liff.line.me/2000000001-Campaign'
  expect(sent).toEqual([[{ type: 'text', text }], [{ type: 'text', text }]])
  expect(screen.has('button', 'ชวนเพื่อนร่วมสนุก')).toBe(false)
})

test('a campaign that has ended has no invitation', async () => {
  const path = thanksFor('receipt')
  const late = { outcomes: [receivedJob], features: ['share', 'send'] as const }
  const screen = await show(<Thanks />, ended(rewardOf('entered'), late), { path })
  expect([screen.has('button', 'ชวนเพื่อนร่วมสนุก'), screen.has('button', 'บอกเพื่อนในแชทนี้')]).toEqual([
    false,
    false,
  ])
  const open = await show(<Thanks />, late, { path })
  expect(open.has('button', 'ชวนเพื่อนร่วมสนุก')).toBe(true)
})
