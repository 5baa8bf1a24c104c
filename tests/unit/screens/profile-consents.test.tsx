// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import Profile from '#src/screens/profile/profile.tsx'
import { act } from '#tests/kit/act.ts'
import { registered } from '#tests/kit/fake-data.ts'
import { accepted, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

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
