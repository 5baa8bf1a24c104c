// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { PrizeSent } from '#contract/schema/reward.ts'
import Confirm from '#src/screens/confirm/confirm.tsx'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import Profile from '#src/screens/profile/profile.tsx'
import { act } from '#tests/kit/act.ts'
import {
  at,
  counter,
  ended,
  HOUR,
  handedOver,
  rewardOf,
  sentParcel,
  sentReward,
  shipped,
} from '#tests/kit/drawn.ts'
import { queuedJob } from '#tests/kit/fake-data.ts'
import { type FakeState, failed, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const confirm = (sent: PrizeSent, more: Partial<FakeState> = {}) =>
  show(<Confirm />, { reward: ready(sentReward(sent)), ...more })
const toastsOf = (screen: Awaited<ReturnType<typeof show>>) =>
  screen.app.toasts.list.value.map(({ severity, text }) => [severity, text])

test('a winner sees the carrier, the tracking number and the time of sending, and no promise to send', async () => {
  const before = await show(<Confirm />, { reward: ready(rewardOf('confirmed', { prize: shipped })) })
  expect(before.text()).toContain('เราจะส่งไปตามที่อยู่ที่คุณให้ไว้')
  expect(before.text()).not.toContain('เลขพัสดุ')
  const screen = await confirm(sentParcel)
  for (const part of ['ส่งรางวัลแล้ว', '20 ม.ค. 2570 10:30', 'ไปรษณีย์ไทย', 'EX123456789TH'])
    expect(screen.text()).toContain(part)
  expect(screen.text()).not.toContain('เราจะส่ง')
  expect(screen.text()).toContain('จึงสละสิทธิ์ไม่ได้')
  expect(screen.link('ดูช่องทางติดต่อ')).toBe('/help')
})

test('copies the tracking number, and says how if the browser refuses', async () => {
  const copyText = vi.fn(async () => true)
  const screen = await confirm(sentParcel, { copyText })
  await screen.press('คัดลอกเลขพัสดุ')
  expect(copyText).toHaveBeenCalledWith('EX123456789TH')
  expect(toastsOf(screen)).toEqual([['success', 'คัดลอกเลขพัสดุแล้ว']])
  const other = await confirm(sentParcel, { copyText: async () => false })
  await other.press('คัดลอกเลขพัสดุ')
  expect(toastsOf(other)).toEqual([['warning', 'คัดลอกไม่ได้ แตะเลขพัสดุค้างไว้เพื่อคัดลอกเอง']])
})

test('says that the organiser has recorded the prize as received', async () => {
  const parcel = await confirm({ ...sentParcel, receivedAt: '2027-01-22T14:05:00+07:00' })
  expect(parcel.text()).toContain('เราบันทึกไว้ว่าคุณได้รับรางวัลแล้ว เมื่อ 22 ม.ค. 2570 14:05')
  expect(parcel.has('button', 'คัดลอกเลขพัสดุ')).toBe(false)
  const atCounter = await show(<Confirm />, { reward: ready(sentReward(handedOver, counter)) })
  expect(atCounter.text()).toContain('21 ม.ค. 2570 16:45')
  expect(atCounter.text()).not.toContain('แสดงหน้านี้ที่เคาน์เตอร์')
  expect(atCounter.text()).not.toContain('ใช้ที่หน้างานได้ตั้งแต่')
  expect(atCounter.text()).not.toContain('เลขพัสดุ')
})

test('a number that was deleted later leaves the time of sending', async () => {
  const screen = await confirm({ ...sentParcel, carrier: null, trackingNo: null })
  expect(screen.text()).toContain('20 ม.ค. 2570 10:30')
  expect(screen.container.querySelector('dl dt + dd[translate]')).toBeNull()
})

test('without a connection, says from when the data is', async () => {
  const screen = await confirm(sentParcel, { reward: failed(sentReward(sentParcel)) })
  expect(screen.text()).toContain('EX123456789TH')
  expect(screen.text()).toMatch(/ข้อมูลเมื่อ 20 พ\.ย\. 2569 11:00/)
})

test('the screen after the end speaks of the parcel, too, and in English', async () => {
  const thai = await show(<EndCampaign />, ended(sentReward(sentParcel)))
  expect(thai.text()).toContain('เราส่งรางวัลให้คุณแล้ว')
  expect(thai.text()).not.toContain('เราจะส่ง')
  const { loadTexts } = await import('#src/i18n/text.ts')
  await loadTexts('en')
  const english = await confirm(sentParcel, { language: 'en' })
  for (const part of ['We sent your prize on', 'Carrier', 'Tracking number', 'EX123456789TH'])
    expect(english.text()).toContain(part)
})

test('a decision that the server has refused, because the prize was sent, says whom to contact', async () => {
  const job = { ...queuedJob, route: 'confirmConcert' as const, subject: null, attend: false }
  const jobs = [{ ...job, state: 'refused' as const, failure: refused('PRIZE_SENT') }]
  const screen = await confirm(sentParcel, { jobs })
  expect(screen.text()).toContain('จึงทำรายการนี้ไม่ได้ ติดต่อเราที่ “ช่วยเหลือและร้านค้า”')
})

test('a customer who wants to leave while the parcel is on its way is told whom to contact', async () => {
  const cancel = { ok: false as const, failure: refused('PRIZE_SENT'), headers: null }
  const screen = await show(<Profile />, { cancel })
  await screen.press('ยกเลิกการเข้าร่วม')
  await screen.type('confirm', 'ยืนยัน')
  await screen.press('ยกเลิกการเข้าร่วม')
  expect(screen.text()).toContain('ติดต่อเราที่ “ช่วยเหลือและร้านค้า”')
  expect(screen.text()).not.toContain('สละสิทธิ์ก่อน')
})

test('a winner who has confirmed can decline until the deadline, but not once the prize was sent', async () => {
  const confirmed = (confirmBy: string) => ready(rewardOf('confirmed', { prize: shipped, confirmBy }))
  const screen = await show(<Confirm />, { reward: confirmed(at(HOUR)) })
  const decide = vi.spyOn(screen.app.rewards, 'confirm')
  await screen.press('สละสิทธิ์')
  expect(screen.text()).toContain('ขอคืนไม่ได้')
  expect(decide).not.toHaveBeenCalled()
  const buttons = [...screen.container.ownerDocument.querySelectorAll<HTMLElement>('dialog button')]
  await act(async () => buttons.find(one => one.textContent === 'สละสิทธิ์')?.click())
  expect(decide).toHaveBeenCalledWith(false, undefined)
  const late = await show(<Confirm />, { reward: confirmed(at(-1)) })
  expect(late.has('button', 'สละสิทธิ์')).toBe(false)
  expect((await confirm(sentParcel)).has('button', 'สละสิทธิ์')).toBe(false)
})
