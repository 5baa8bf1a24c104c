// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { LuckyPrize } from '#contract/schema/reward.ts'
import { shortCodeOf, shownShortCode } from '#contract/short-code.ts'
import Confirm from '#src/screens/confirm/confirm.tsx'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import { act } from '#tests/kit/act.ts'
import {
  at,
  booth,
  concert,
  ended,
  event,
  HOUR,
  handedOver,
  rewardOf,
  seat,
  sentReward,
  shipped,
} from '#tests/kit/drawn.ts'
import { queuedJob, registered, someReward } from '#tests/kit/fake-data.ts'
import { type FakeState, failed, ready } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const ticketNumber = 'FF-004512-5'
const open = (prize: LuckyPrize, more: Partial<FakeState> = {}, state: 'won' | 'confirmed' = 'confirmed') =>
  show(<Confirm />, ended(rewardOf(state, { prize, ticketNumber }), more), { path: '/confirm' })
type Screen = Awaited<ReturnType<typeof show>>
const hasCode = ({ container }: Screen) => container.querySelector('svg[role="img"]') !== null
const heading = ({ container }: Screen) => container.querySelector('h2')?.textContent
const DETAILS = ['28 พฤศจิกายน 2569', '17:00 น.', '19:00 น.', 'ลานคอนเสิร์ต', 'โซน A'] as const

test('the ticket has the registered name, the prize, the drawn number, the code, and when and where the concert is', async () => {
  const screen = await open(concert)
  for (const part of ['มะลิ ใจดี', seat.titleTh, ticketNumber, ...DETAILS])
    expect(screen.text()).toContain(part)
  expect(screen.text()).not.toContain(registered.lineDisplayName)
  expect(hasCode(screen)).toBe(true)
  expect(screen.text()).toContain(`บอกเลขนี้กับเจ้าหน้าที่ ${shownShortCode(shortCodeOf('.7G2K9Q4M'))}`)
  expect(screen.link('เปิดแผนที่')).toBe(event.mapUrl)
})

test('a winner under 20 is asked to bring the guardian’s consent', async () => {
  const consent = 'หนังสือยินยอมที่ผู้ปกครองลงชื่อ'
  expect((await open(concert)).text()).not.toContain(consent)
  const customer = ready({ ...registered, birthDate: '2009-04-13' })
  expect((await open(concert, { customer })).text()).toContain(consent)
})

test('a winner under 20 whose prize is to be sent is asked for the consent first', async () => {
  const consent = 'เราจะส่งรางวัลหลังจากได้หนังสือยินยอม'
  const parcel: LuckyPrize = { key: 'case', titleTh: 'ฟองฟูยกลัง', titleEn: 'A case', delivery: 'shipped' }
  expect((await open(parcel)).text()).not.toContain(consent)
  const customer = ready({ ...registered, birthDate: '2009-04-13' })
  const screen = await open(parcel, { customer })
  expect(screen.text()).toContain(consent)
  expect(screen.link('ติดต่อเรา')).toBe('/help')
  const delivery = { carrier: 'EMS', trackingNo: 'EX1', sentAt: '2026-12-01T10:00:00Z', receivedAt: null }
  const sent = rewardOf('confirmed', { prize: parcel, ticketNumber, delivery })
  const later = await show(<Confirm />, ended(sent, { customer }), { path: '/confirm' })
  expect(later.text()).not.toContain(consent)
})

test('in English, the ticket has Christian years and the English places', async () => {
  const { loadTexts } = await import('#src/i18n/text.ts')
  await loadTexts('en')
  const screen = await open(concert, { language: 'en' })
  for (const part of ['28 November 2026', 'Arena', 'Zone A', 'Doors open', 'Winning entry number'])
    expect(screen.text()).toContain(part)
  expect((await open(booth, { language: 'en' })).text()).toContain('Daily, 10 am to 8 pm')
})

test('shows no fact that the organiser does not know', async () => {
  const { startsAt, venueTh, venueEn } = event
  const few = await open({ ...seat, event: { startsAt, venueTh, venueEn, cancelled: false } })
  for (const part of ['ประตูเปิด', 'โซนหรือประตู', 'เปิดแผนที่', 'undefined']) expect(few.text()).not.toContain(part)
  expect(few.text()).toContain('19:00 น.')
  const none = await show(<Confirm />, ended(rewardOf('confirmed', { prize: seat })))
  for (const part of ['วันที่', 'เริ่มแสดง', 'สถานที่', 'เพิ่มลงปฏิทิน', 'หมายเลขสิทธิ์'])
    expect(none.text()).not.toContain(part)
})

test('doors that open on the day before have their date', async () => {
  const screen = await open({ ...seat, event: { ...event, doorsAt: '2026-11-27T16:00:00.000Z' } })
  expect(screen.text()).toContain('27 พ.ย. 2569 23:00 น.')
})

test('a winner who has not confirmed sees the concert, but no code and no calendar', async () => {
  const screen = await open(concert, {}, 'won')
  for (const part of DETAILS) expect(screen.text()).toContain(part)
  expect(hasCode(screen)).toBe(false)
  expect(screen.text()).not.toContain('บอกเลขนี้')
  expect(screen.text()).not.toContain('เพิ่มลงปฏิทิน')
})

test('a prize at the counter has its place, hours and code, until it was handed over', async () => {
  const screen = await open(booth)
  for (const part of ['บูธฟองฟู', 'ทุกวัน 10–20 น.', 'แสดงหน้านี้ที่เคาน์เตอร์']) expect(screen.text()).toContain(part)
  expect(hasCode(screen)).toBe(true)
  const done = await show(<Confirm />, ended(sentReward(handedOver, booth)))
  expect([hasCode(done), done.text().includes('แสดงหน้านี้ที่เคาน์เตอร์')]).toEqual([false, false])
})

test('a parcel needs no code', async () => expect(hasCode(await open(shipped))).toBe(false))

test('a used ticket has no second code to scan, and does not say "see you at the concert"', async () => {
  const items = someReward.items.map(item =>
    item.rewardType === 'concert'
      ? { ...item, state: 'used' as const, code: '11AC-7Q2K', usedAt: at(-HOUR) }
      : item,
  )
  const screen = await show(<Confirm />, ended(rewardOf('confirmed', { prize: concert }, items)))
  expect(hasCode(screen)).toBe(false)
  expect(screen.text()).toContain('11AC-7Q2K')
  expect(screen.text()).not.toContain('พบกันที่คอนเสิร์ต')
})

test.each(['won', 'confirmed'] as const)(
  'a cancelled concert has no date, code or calendar, and says whom to contact: %s',
  async state => {
    const screen = await open({ ...seat, event: { ...event, cancelled: true } }, {}, state)
    expect(screen.text()).toContain('คอนเสิร์ตนี้ยกเลิกแล้ว')
    expect(screen.link('ดูช่องทางติดต่อ')).toBe('/help')
    for (const part of [...DETAILS, 'บอกข่าวดี', 'พบกันที่คอนเสิร์ต', 'แสดงบัตรนี้', 'ใช้ที่หน้างาน', 'เพิ่มลงปฏิทิน'])
      expect(screen.text()).not.toContain(part)
    expect(hasCode(screen)).toBe(false)
  },
)

test('home and the end of the campaign say that the concert was cancelled', async () => {
  const prize = { ...seat, event: { ...event, cancelled: true, endsAt: at(-HOUR) } }
  const screen = await show(<EndCampaign />, ended(rewardOf('confirmed', { prize })))
  expect(screen.text()).toContain('คอนเสิร์ตนี้ยกเลิกแล้ว')
  for (const part of ['พบกันที่คอนเสิร์ต', 'จบแล้ว']) expect(screen.text()).not.toContain(part)
})

test.each([
  ['an hour before', { startsAt: at(HOUR), endsAt: at(3 * HOUR) }, 'ยืนยันแล้ว พบกันที่คอนเสิร์ต!', true],
  ['while it runs', { startsAt: at(-HOUR), endsAt: at(HOUR) }, 'ยืนยันรับรางวัลแล้ว', false],
  ['while it runs, end unknown', { startsAt: at(-HOUR), endsAt: undefined }, 'ยืนยันรับรางวัลแล้ว', false],
  ['after its end', { startsAt: at(-3 * HOUR), endsAt: at(-1) }, 'คอนเสิร์ตจบแล้ว', false],
] as const)(
  'says "see you at the concert" and offers the calendar only before it: %s',
  async (_, times, title, isAhead) => {
    const { doorsAt: __, endsAt: ___, ...rest } = event
    const { startsAt, endsAt } = times
    const prize = { ...seat, event: { ...rest, startsAt, ...(endsAt === undefined ? {} : { endsAt }) } }
    const screen = await open(prize)
    expect(screen.text()).toContain(title)
    expect(screen.text().includes('พบกันที่คอนเสิร์ต')).toBe(isAhead)
    expect(screen.text().includes('เพิ่มลงปฏิทิน')).toBe(isAhead)
  },
)

test('the concert is over when it ends, not when the admission reward closes', async () => {
  const items = someReward.items.map(item =>
    item.rewardType === 'concert' ? { ...item, state: 'expired' as const, closesAt: at(-HOUR) } : item,
  )
  const prize = { ...seat, event: { ...event, startsAt: at(-HOUR), endsAt: at(HOUR) } }
  const screen = await show(<Confirm />, ended(rewardOf('confirmed', { prize }, items)))
  expect(screen.text()).not.toContain('คอนเสิร์ตจบแล้ว')
})

test('opens the calendar file and the map in the phone’s own browser, and asks for a connection without one', async () => {
  const screen = await open(concert, { inClient: true })
  const openWindow = vi.fn()
  Object.assign(screen.app.line, { openWindow })
  await screen.press('เพิ่มลงปฏิทิน')
  await screen.press('เปิดแผนที่')
  expect(
    openWindow.mock.calls.map(([url, external]) => [url.replace(/^.*(?=\/api\/)/, ''), external]),
  ).toEqual([
    ['/api/prize/concert/calendar?lang=th', true],
    [event.mapUrl, true],
  ])
  const offline = await open(concert, { connection: 'unreachable' })
  expect(offline.has('a', 'เพิ่มลงปฏิทิน')).toBe(false)
  expect(offline.text()).toContain('ต้องเชื่อมต่ออินเทอร์เน็ต')
})

test('without a connection, the ticket keeps everything and says from when it is', async () => {
  const reward = failed(rewardOf('confirmed', { prize: concert, ticketNumber }))
  const screen = await show(<Confirm />, ended(null, { reward, connection: 'unreachable' }))
  for (const part of ['มะลิ ใจดี', ticketNumber, ...DETAILS, 'ข้อมูลเมื่อ 20 พ.ย. 2569'])
    expect(screen.text()).toContain(part)
  expect(hasCode(screen)).toBe(true)
})

test('warns if the phone’s clock is wrong, because the code follows it', async () =>
  expect((await open(concert, { behind: 7 * 60_000 })).text()).toContain('เวลาในเครื่องนี้ไม่ตรง'))

test.each(['won', 'confirmed'] as const)(
  'declining needs its own step and a confirmation, and the step offers to keep the prize: %s',
  async state => {
    const screen = await open(concert, {}, state)
    const decide = vi.spyOn(screen.app.rewards, 'confirm')
    expect(screen.has('button', 'ไม่รับรางวัลนี้')).toBe(false)
    await screen.press('ไม่สะดวกรับรางวัลนี้?')
    expect(screen.text()).toContain('ขอคืนไม่ได้')
    expect([hasCode(screen), screen.has('button', 'ยืนยันรับรางวัล')]).toEqual([false, false])
    await screen.press('เก็บรางวัลไว้')
    expect(screen.text()).toContain('ลานคอนเสิร์ต')
    await screen.press('ไม่สะดวกรับรางวัลนี้?')
    await screen.press('ไม่รับรางวัลนี้')
    expect(decide).not.toHaveBeenCalled()
    await act(async () => document.querySelector<HTMLElement>('dialog button:last-of-type')?.click())
    expect(decide).toHaveBeenCalledWith(false, undefined)
  },
)

test('the link to the step of declining shows the ticket if the prize can no longer be declined', async () => {
  const path = '/confirm?decline'
  const job = { ...queuedJob, route: 'confirmConcert' as const, subject: null, attend: false }
  for (const [state, more] of [
    [rewardOf('confirmed', { prize: concert, confirmBy: at(-1) }), {}],
    [sentReward(handedOver, booth), {}],
    [rewardOf('won', { prize: concert }), { jobs: [job] }],
  ] as const) {
    const screen = await show(<Confirm />, ended(state, more), { path })
    expect(screen.has('button', 'ไม่รับรางวัลนี้')).toBe(false)
    expect(heading(screen)).not.toBe('ไม่รับรางวัลนี้')
  }
})
