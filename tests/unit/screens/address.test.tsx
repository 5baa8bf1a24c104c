// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { Customer } from '#contract/schema/customer.ts'
import type { PrizeSent } from '#contract/schema/reward.ts'
import { languages } from '#src/i18n/languages.ts'
import Confirm from '#src/screens/confirm/confirm.tsx'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import Profile from '#src/screens/profile/profile.tsx'
import UpdateProfile from '#src/screens/update-profile/update-profile.tsx'
import { placesOf } from '#src/ui/customer-form/postal-code.ts'
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
import { queuedJob, registered, shippedReward, smallMaster } from '#tests/kit/fake-data.ts'
import { type FakeState, failed, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const homeless: Customer = {
  ...registered,
  addressLine: null,
  provinceId: null,
  districtId: null,
  subdistrictId: null,
  postalCode: null,
}
const empty = { customer: ready(homeless) }
type Shown = Awaited<ReturnType<typeof show>>
const values = (screen: Shown) =>
  ['postalCode', 'provinceId', 'districtId', 'subdistrictId'].map(name => screen.field(name).value)
const offered = (screen: Shown, name: string) =>
  [...screen.field(name).querySelectorAll('option')].map(option => option.value).filter(Boolean)

test('saves a profile without an address', async () => {
  const screen = await show(<UpdateProfile />, empty)
  expect(screen.text()).toContain('ถ้ายังไม่กรอก เราจะถามเมื่อคุณได้รับรางวัลที่ต้องจัดส่ง')
  await screen.type('firstName', 'มานี')
  await screen.press('บันทึก')
  expect(screen.path()).toBe('/profile')
})

test('deletes the stored address, and sends every part of it as deleted', async () => {
  const screen = await show(<UpdateProfile />)
  const save = vi.spyOn(screen.app.customer, 'save')
  await screen.press('ลบที่อยู่')
  expect(values(screen)).toEqual(['', '', '', ''])
  expect(screen.has('button', 'ลบที่อยู่')).toBe(false)
  await screen.press('บันทึก')
  const nothing = {
    addressLine: null,
    postalCode: null,
    provinceId: null,
    districtId: null,
    subdistrictId: null,
  }
  expect(save).toHaveBeenCalledWith(nothing, registered.version)
})

test('keeps the address to which a confirmed prize is sent', async () => {
  const { luckyDraw } = shippedReward
  const reward = ready({ ...shippedReward, luckyDraw: { ...luckyDraw, state: 'confirmed' as const } })
  const screen = await show(<UpdateProfile />, { reward })
  expect(screen.has('button', 'ลบที่อยู่')).toBe(false)
  await screen.type('addressLine', '')
  await screen.press('บันทึก')
  expect(screen.errorOf('addressLine')).toBe('กรุณากรอกบ้านเลขที่ ถนน หมู่บ้าน')
})

test('says that a parcel on its way still goes to the former address', async () => {
  const { luckyDraw } = shippedReward
  const reward = (delivery: PrizeSent) =>
    ready({ ...shippedReward, luckyDraw: { ...luckyDraw, state: 'confirmed' as const, delivery } })
  const onItsWay = await show(<UpdateProfile />, { reward: reward(sentParcel) })
  expect(onItsWay.text()).toContain('พัสดุยังไปตามที่อยู่เดิม')
  const arrived = { ...sentParcel, receivedAt: sentParcel.sentAt }
  const others = [{ reward: reward(arrived) }, { reward: reward(handedOver) }, {}]
  for (const state of others)
    expect((await show(<UpdateProfile />, state)).text()).not.toContain('พัสดุยังไปตามที่อยู่เดิม')
})

test('asks for the whole address once a part of it is filled in', async () => {
  const screen = await show(<UpdateProfile />, empty)
  await screen.type('addressLine', '99')
  await screen.press('บันทึก')
  expect(screen.errorOf('addressLine')).toBe('กรอกให้ครบก่อนนะ')
  expect(screen.errorOf('postalCode')).toBe('กรุณากรอกรหัสไปรษณีย์')
  expect(screen.errorOf('provinceId')).toBe('กรุณาเลือกจังหวัด')
  expect(screen.errorOf('districtId')).toBeNull()
})

test('a postal code fills in everything it determines', async () => {
  const screen = await show(<UpdateProfile />, empty)
  await screen.type('postalCode', '๑๐๕๐๐')
  expect(values(screen)).toEqual(['10500', '10', '1004', '100404'])
})

test('of several districts with one postal code, only those can be chosen', async () => {
  const screen = await show(<UpdateProfile />, empty)
  await screen.type('postalCode', '10110')
  expect(values(screen)).toEqual(['10110', '10', '', ''])
  expect(offered(screen, 'districtId')).toEqual(['1039', '1033'])
  await screen.type('districtId', '1033')
  expect(values(screen)).toEqual(['10110', '10', '1033', '103301'])
})

test('another postal code replaces what does not fit, and another province replaces the code', async () => {
  const screen = await show(<UpdateProfile />)
  await screen.type('postalCode', '1050')
  expect(values(screen)).toEqual(['1050', '10', '1039', '103901'])
  await screen.type('postalCode', '10500')
  expect(values(screen)).toEqual(['10500', '10', '1004', '100404'])
  await screen.type('provinceId', '50')
  expect(values(screen)).toEqual(['', '50', '', ''])
  expect(offered(screen, 'districtId')).toEqual(['5001'])
})

test('says that a postal code is unknown, and lets the customer choose the province instead', async () => {
  const screen = await show(<UpdateProfile />, empty)
  await screen.type('postalCode', '99999')
  expect(screen.text()).toContain('ไม่พบรหัสไปรษณีย์นี้ เลือกจังหวัดด้านล่างแทนได้เลย')
  await screen.type('provinceId', '50')
  await screen.type('districtId', '5001')
  await screen.type('subdistrictId', '500108')
  expect(values(screen)).toEqual(['50200', '50', '5001', '500108'])
  expect(screen.text()).not.toContain('ไม่พบรหัสไปรษณีย์นี้')
})

test('fills each list from the choice before it, and a subdistrict fills in the postal code', async () => {
  const screen = await show(<UpdateProfile />, empty)
  expect(screen.field('districtId').disabled).toBe(true)
  await screen.type('provinceId', '10')
  await screen.type('districtId', '1004')
  await screen.type('subdistrictId', '100404')
  expect(screen.field('postalCode').value).toBe('10500')
  expect(offered(screen, 'districtId')).toEqual(['1039', '1004', '1033'])
  await screen.type('provinceId', '50')
  expect(values(screen)).toEqual(['', '50', '', ''])
})

test('does not promise that a postal code fills in the address while the lists are missing', async () => {
  const masterState = { state: 'failed', failure: { kind: 'network' }, value: null, at: null } as const
  const screen = await show(<UpdateProfile />, { ...empty, masterState })
  expect(screen.text()).not.toContain('กรอกแล้วช่วยเติมจังหวัด')
})

test('does not sort the lists of places again on every keystroke', async () => {
  const screen = await show(<UpdateProfile />)
  const named = vi.spyOn(languages.th, 'placeName')
  await screen.type('addressLine', '99/2 ถนนสุขใจ')
  expect(named).not.toHaveBeenCalled()
  await screen.type('provinceId', '50')
  expect(named).toHaveBeenCalled()
})

test('finds the places of a complete postal code only', () => {
  expect(placesOf(smallMaster, '1011')).toEqual([])
  expect(placesOf(smallMaster, '10110').map(place => place.subdistrictId)).toEqual(['103901', '103301'])
})

test('asks the winner of a shipped prize for the address, and sends it together with the confirmation', async () => {
  const screen = await show(<Confirm />, { ...empty, reward: ready(shippedReward) })
  expect(screen.text()).toContain('เราจะส่งถึงคุณ มะลิ ใจดี ตามที่อยู่นี้')
  const confirm = vi.spyOn(screen.app.rewards, 'confirm')
  await screen.press('ยืนยันรับรางวัล ส่งมาที่นี่เลย')
  expect(screen.errorOf('addressLine')).toBe('กรุณากรอกบ้านเลขที่ ถนน หมู่บ้าน')
  expect(confirm).not.toHaveBeenCalled()
  await screen.type('addressLine', '99/1 ถนนสีลม')
  await screen.type('postalCode', '10500')
  expect(screen.app.drafts.read('address')).toMatchObject({ postalCode: '10500' })
  await screen.press('ยืนยันรับรางวัล ส่งมาที่นี่เลย')
  expect(confirm).toHaveBeenCalledWith(true, {
    addressLine: '99/1 ถนนสีลม',
    postalCode: '10500',
    provinceId: 10,
    districtId: 1004,
    subdistrictId: 100_404,
  })
  expect(screen.app.drafts.read('address')).toBeNull()
})

test('shows the stored address to check, and lets the winner decline without one', async () => {
  const screen = await show(<Confirm />, { reward: ready(shippedReward) })
  expect(values(screen)).toEqual(['10110', '10', '1039', '103901'])
  const other = await show(<Confirm />, { ...empty, reward: ready(shippedReward) })
  expect(other.has('a', 'ไม่สะดวกรับรางวัลนี้?')).toBe(true)
})

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
  expect(screen.text()).toContain('จึงเลือกไม่รับรางวัลไม่ได้แล้ว')
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
  expect(screen.text()).not.toContain('ไม่รับรางวัลนี้ก่อน')
})

test('a winner who has confirmed can decline until the deadline, but not once the prize was sent', async () => {
  const confirmed = (confirmBy: string) => ready(rewardOf('confirmed', { prize: shipped, confirmBy }))
  const screen = await show(<Confirm />, { reward: confirmed(at(HOUR)) })
  const decide = vi.spyOn(screen.app.rewards, 'confirm')
  await screen.press('ไม่สะดวกรับรางวัลนี้?')
  await screen.press('ไม่รับรางวัลนี้')
  expect(screen.text()).toContain('ขอคืนไม่ได้')
  expect(decide).not.toHaveBeenCalled()
  const buttons = [...screen.container.ownerDocument.querySelectorAll<HTMLElement>('dialog button')]
  await act(async () => buttons.find(one => one.textContent === 'ไม่รับรางวัลนี้')?.click())
  expect(decide).toHaveBeenCalledWith(false, undefined)
  const late = await show(<Confirm />, { reward: confirmed(at(-1)) })
  expect(late.has('a', 'ไม่สะดวกรับรางวัลนี้?')).toBe(false)
  expect((await confirm(sentParcel)).has('a', 'ไม่สะดวกรับรางวัลนี้?')).toBe(false)
})
