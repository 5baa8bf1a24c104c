// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import type { District } from '#contract/schema/master.ts'
import AnswerScreen from '#src/screens/answer/answer.tsx'
import Home from '#src/screens/home/home.tsx'
import QrCode from '#src/screens/qr-code/qr-code.tsx'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import ReceiptHistory from '#src/screens/receipt-history/receipt-history.tsx'
import UpdateProfile from '#src/screens/update-profile/update-profile.tsx'
import WaitingAnnouncer from '#src/screens/waiting-announcer/waiting-announcer.tsx'
import type { Resource } from '#src/state/types.ts'
import { act } from '#tests/kit/act.ts'
import { someReceipt } from '#tests/kit/fake-data.ts'
import { show } from '#tests/kit/render.tsx'

/** Tests screens with a server that has only the calls of spec S7. */

const missing: Resource<never> = { state: 'failed', failure: { kind: 'missing' }, value: null, at: null }
const NOT_OFFERED = 'กิจกรรมนี้ไม่ได้เปิดให้ใช้ส่วนนี้'

test('home has no links to receipts, and all others', async () => {
  const home = await show(<Home />, { receipts: missing })
  expect(home.container.querySelector('a[href^="/receipt"]')).toBeNull()
  expect(home.link('ตอบคำถาม')).toBe('/answer')
  expect(home.link('ของรางวัลของฉัน')).toBe('/qrcode?show=rewards')
})

test.each([
  ['/receipt', '/receipt', ReceiptScreen],
  [`/receipt/${someReceipt.id}`, '/receipt/:id', ReceiptDetail],
  [`/receipt/${someReceipt.id}/edit`, '/receipt/:id/edit', ReceiptScreen],
])('%s says that the campaign takes no receipts, instead of a form', async (path, route, Screen) => {
  const screen = await show(<Screen />, { receipts: missing }, { path, route })
  expect(screen.text()).toContain(NOT_OFFERED)
  expect(screen.container.querySelector('input')).toBeNull()
  expect(screen.container.querySelector('header a')).not.toBeNull()
})

test('the receipt history says so, without a retry button and without a link to the form', async () => {
  const screen = await show(<ReceiptHistory />, { receipts: missing })
  expect(screen.text()).toContain(NOT_OFFERED)
  expect(screen.has('button', 'ลองใหม่')).toBe(false)
  expect(screen.container.querySelector('a[href="/receipt"]')).toBeNull()
})

test('an answer can be sent without knowing the question, and the last one is filled in', async () => {
  const last = { state: 'ready', value: { answerText: 'รสพีช' }, at: 0, refreshing: false } as const
  const screen = await show(<AnswerScreen />, { question: missing, last })
  expect(screen.field('answer').value).toBe('รสพีช')
  await screen.type('answer', 'รสลิ้นจี่')
  await screen.press('แก้ไขคำตอบ')
  expect(screen.path()).toContain('/thanks?sent=answer')
})

test('the personal code says that the campaign has none, and the rewards stay', async () => {
  const screen = await show(<QrCode />, { qr: missing })
  expect(screen.text()).toContain(NOT_OFFERED)
  expect(screen.has('button', 'ลองใหม่')).toBe(false)
  expect(screen.text()).toContain('ของรางวัล')
})

test('the announcement stays if the draw is not published', async () => {
  const draw = { ok: false, failure: { kind: 'missing' }, headers: null } as const
  const screen = await show(<WaitingAnnouncer />, { draw })
  expect(screen.text()).toContain('ประกาศผล')
  expect(screen.text()).toContain(NOT_OFFERED)
})

test('the address form shows districts that load after the province was chosen', async () => {
  const screen = await show(<UpdateProfile />)
  const districts = signal<readonly District[]>([])
  Object.assign(screen.app.master, { districts: () => districts.value })
  const options = () => [...screen.field('districtId').querySelectorAll('option')].map(one => one.textContent)
  await screen.type('provinceId', '50')
  await screen.type('provinceId', '10')
  expect(options()).not.toContain('พระนคร')
  await act(async () => {
    districts.value = [{ id: 1001, provinceId: 10, nameTh: 'พระนคร' }]
  })
  expect(options()).toContain('พระนคร')
})
