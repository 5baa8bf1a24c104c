// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { LuckyPrize, Reward } from '#contract/schema/reward.ts'
import Confirm from '#src/screens/confirm/confirm.tsx'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import { Below } from '#src/screens/home/below.tsx'
import { result } from '#src/screens/home/lazy-result.ts'
import { act } from '#tests/kit/act.ts'
import { at, closed, consolation, counter, ended, HOUR, rewardOf, seat, shipped } from '#tests/kit/drawn.ts'
import { NOW, queuedJob, someReward } from '#tests/kit/fake-data.ts'
import { accepted, type FakeState, ready, usual } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const end = (reward: Reward | null, more: Partial<FakeState> = {}) =>
  show(<EndCampaign />, ended(reward, more))
const heading = (screen: Awaited<ReturnType<typeof show>>) =>
  screen.container.querySelector('h1')?.textContent

const concert = (more: Partial<Reward['items'][number]>) =>
  someReward.items.map(item => (item.rewardType === 'concert' ? { ...item, ...more } : item))
test('a winner sees the prize, the deadline, a countdown and the button to confirm', async () => {
  const screen = await end(rewardOf('won', { prize: seat }))
  expect(heading(screen)).toBe('ยินดีด้วย คุณได้รับบัตรคอนเสิร์ต 2 ที่นั่ง')
  expect(screen.text()).toContain('ยืนยันภายใน 21 พ.ย. 2569 12:00 น.')
  expect(screen.text()).toContain('เหลือ 1 วัน 0 ชั่วโมง 0 นาที')
  expect(screen.link('ยืนยันรับรางวัล')).toBe('/confirm')
  expect(screen.link('ดูประกาศผล')).toBe('/watingAnouncer')
})

test('names a prize in English, and no prize if the server does not name it', async () => {
  expect((await end(rewardOf('won'))).text()).toContain('ยินดีด้วย คุณได้รับรางวัล')
  const { loadTexts } = await import('#src/i18n/text.ts')
  await loadTexts('en')
  const english = await end(rewardOf('won', { prize: shipped }), { language: 'en' })
  expect(heading(english)).toBe('You won: A case of Fongfu')
})

test.each([
  ['new', 59_000, 0],
  ['new on a phone whose clock is two hours ahead', 59_000 - 2 * HOUR, -2 * HOUR],
  ['a minute old', 60_000, 0],
  ['stored before the clock was set back', -60_000, 0],
])(
  'while the result is loaded again, the screen says from when it is unless it is new: %s',
  async (what, age, behind) => {
    const reward = { ...ready(rewardOf('won', { prize: seat })), at: NOW - age, refreshing: true }
    const screen = await end(null, { reward, behind })
    expect(screen.text().includes('ข้อมูลเมื่อ')).toBe(!what.startsWith('new'))
  },
)

test('a winner whose decision waits to be sent is not asked to confirm again', async () => {
  const jobs = [{ ...queuedJob, route: 'confirmConcert' as const, subject: null, attend: true }]
  const screen = await end(rewardOf('won', { prize: seat }), { jobs })
  expect(screen.text()).toContain('การตัดสินใจของคุณรอส่งอยู่')
  expect(screen.has('a', 'ยืนยันรับรางวัล')).toBe(false)
  expect(screen.container.querySelector('[role="timer"]')).toBeNull()
})

test('after the deadline, a winner is no longer asked to confirm, and the result is loaded again', async () => {
  vi.useFakeTimers()
  let now = NOW
  const load = vi.fn(async () => {})
  const reward = rewardOf('won', { prize: seat, confirmBy: at(2000) })
  const screen = await end(reward, { now: () => now })
  Object.assign(screen.app.rewards, { load })
  expect(screen.has('a', 'ยืนยันรับรางวัล')).toBe(true)
  now += 3000
  await act(async () => vi.advanceTimersByTime(1000))
  expect(heading(screen)).toBe('หมดเวลายืนยันรับรางวัล')
  expect(screen.has('a', 'ยืนยันรับรางวัล')).toBe(false)
  expect(load).toHaveBeenCalled()
})

test.each([
  [seat, 'ยืนยันแล้ว พบกันที่คอนเสิร์ต!', 'แสดงบัตรนี้ที่หน้างาน'],
  [shipped, 'ยืนยันรับรางวัลแล้ว', 'เราจะส่งไปตามที่อยู่ที่คุณให้ไว้'],
  [counter, 'ยืนยันรับรางวัลแล้ว', 'แสดงหน้านี้ที่เคาน์เตอร์เพื่อรับรางวัล'],
] as const)('a confirmed prize (%o) says how the winner gets it', async (prize: LuckyPrize, title, how) => {
  const reward = rewardOf('confirmed', { prize })
  const screen = await end(reward)
  expect(heading(screen)).toBe(title)
  expect(screen.link('ดูรางวัลของฉัน')).toBe('/confirm')
  const confirmed = await show(<Confirm />, ended(reward))
  expect(confirmed.text()).toContain(how)
  expect(confirmed.text()).toContain(prize.titleTh)
})

test('the ticket is shown until the concert is over, and only a seat has a concert', async () => {
  const over = concert({ closesAt: at(-1000), state: 'expired' })
  const screen = await end(rewardOf('confirmed', { prize: seat }, over))
  expect(heading(screen)).toBe('คอนเสิร์ตจบแล้ว')
  expect(screen.has('a', 'ดูรางวัลของฉัน')).toBe(false)
  expect((await show(<Confirm />, ended(rewardOf('confirmed', { prize: seat }, over)))).text()).toContain(
    'คอนเสิร์ตจบแล้ว',
  )
  const before = concert({ closesAt: at(1000) })
  expect(heading(await end(rewardOf('confirmed', { prize: seat }, before)))).toContain('พบกันที่คอนเสิร์ต')
  expect(heading(await end(rewardOf('confirmed', { prize: shipped }, over)))).toBe('ยืนยันรับรางวัลแล้ว')
})

test('a reserve sees until when winners can confirm, and afterwards that the deadline has passed', async () => {
  const screen = await end(rewardOf('reserve'))
  expect(heading(screen)).toBe('คุณอยู่ในรายชื่อสำรอง')
  expect(screen.text()).toContain('ผู้ได้รับรางวัลยืนยันได้ถึง 21 พ.ย. 2569 12:00 น.')
  const late = await end(rewardOf('reserve', { confirmBy: at(-1000) }))
  expect(late.text()).toContain('ครบกำหนดยืนยันแล้ว')
})

test('a reserve who is promoted sees the prize: the result is loaded every 30 seconds', async () => {
  vi.useFakeTimers()
  const screen = await end(rewardOf('reserve'))
  await act(async () => vi.advanceTimersByTime(30_000))
  Object.assign(screen.app.rewards, {
    load: async () => {
      Object.assign(screen.app.rewards.current, { value: ready(rewardOf('won', { prize: seat })) })
    },
  })
  await act(async () => vi.advanceTimersByTime(30_000))
  expect(heading(screen)).toContain('ยินดีด้วย')
})

test('thanks those who have not won, and shows a consolation only while it can be used', async () => {
  const plain = await end(rewardOf('lost'))
  expect(heading(plain)).toBe('ครั้งนี้ยังไม่ได้รับรางวัล')
  expect(plain.has('a', 'ดูของขอบคุณ')).toBe(false)
  const gift = await end(rewardOf('lost', {}, [consolation]))
  expect(gift.text()).toContain('เรามีฟองฟู 1 กระป๋องให้คุณ')
  expect(gift.link('ดูของขอบคุณ')).toBe('/qrcode?show=rewards')
  const soon = await end(rewardOf('lost', {}, [{ ...consolation, state: 'locked', opensAt: at(HOUR) }]))
  expect(soon.text()).toContain('ใช้ได้ตั้งแต่ 20 พ.ย. 2569 13:00 น.')
  for (const state of ['used', 'expired', 'outOfStock'] as const)
    expect((await end(rewardOf('lost', {}, [{ ...consolation, state }]))).has('a', 'ดูของขอบคุณ')).toBe(false)
})

test('a customer who declined, or did not confirm in time, sees that', async () => {
  expect(heading(await end(rewardOf('declined', { prize: seat })))).toBe('คุณเลือกไม่รับรางวัลนี้')
  expect(heading(await end(rewardOf('expired', { prize: seat })))).toBe('หมดเวลายืนยันรับรางวัล')
})

const unannounced = (announceAt: string, more: Partial<FakeState> = {}) =>
  show(
    <EndCampaign />,
    ended(rewardOf('entered', { announceAt }), { activity: ready({ ...closed, announceAt }), ...more }),
  )

test('before the announcement: when it is, the number of entries, and no link to results', async () => {
  const screen = await unannounced(at(HOUR))
  expect(heading(screen)).toBe('กิจกรรมสิ้นสุดแล้ว')
  expect(screen.text()).toContain('ประกาศผลรางวัล 20 พฤศจิกายน 2569 เวลา 13:00 น.')
  expect(screen.text()).toContain('คุณมี 12 สิทธิ์')
  expect(screen.text()).toContain('รอตรวจสอบอีก 3 สิทธิ์')
  expect(screen.has('a', 'ดูประกาศผล')).toBe(false)
})

test('when the announcement is late, does not say that the winners are announced', async () => {
  const late = await unannounced(at(-HOUR))
  expect(late.text()).toContain('เรากำลังเตรียมประกาศ')
  expect(late.text()).not.toContain('ประกาศผลรางวัล 20')
  expect(late.has('a', 'ดูประกาศผล')).toBe(false)
  const offline = await unannounced(at(-HOUR), { connection: 'unreachable' })
  expect(offline.text()).toContain('เชื่อมต่ออินเทอร์เน็ตเพื่อดูผลของคุณ')
  expect(offline.text()).not.toContain('เรากำลังเตรียมประกาศ')
})

test('does not name a closing time that has not come if the organiser ended the campaign earlier', async () => {
  const screen = await end(rewardOf('entered'), { activity: ready({ ...closed, closesAt: at(HOUR) }) })
  expect(screen.text()).toContain('ขอบคุณทุกคนที่ร่วมสนุกกับเรา')
  expect(screen.text()).not.toContain('ปิดรับใบเสร็จเมื่อ')
})

test('links to the winners once they are public, also for someone without entries', async () => {
  if (!usual.draw.ok) throw new Error('the usual draw is an answer')
  const winners = [{ ...{ name: 'มะ*** ใจ***', rank: 1 }, ticketNo: '0193', ticketId: null } as never]
  const draw = accepted({ ...usual.draw.value, winners })
  const screen = await end(null, { draw })
  await screen.settle()
  expect(screen.link('ดูประกาศผล')).toBe('/watingAnouncer')
  expect(screen.text()).toContain('บัญชีนี้ไม่มีสิทธิ์ลุ้นรางวัล')
})

test('a result from the phone says how old it is', async () => {
  const reward = {
    state: 'failed',
    failure: { kind: 'network' },
    value: rewardOf('won', { prize: seat }),
    at: NOW - HOUR,
  } as const
  const screen = await end(null, { reward })
  expect(heading(screen)).toContain('ยินดีด้วย')
  expect(screen.text()).toContain('ข้อมูลเมื่อ 20 พ.ย. 2569 11:00 น.')
  expect((await end(rewardOf('won', { prize: seat }))).text()).not.toContain('ข้อมูลเมื่อ')
})

test('runs startup again if the organiser has opened the campaign again', async () => {
  const screen = await end(rewardOf('entered'))
  const retry = vi.fn()
  Object.assign(screen.app.session, { retry })
  await act(async () => void Reflect.set(screen.app.campaign.state, 'value', 'open'))
  expect(retry).toHaveBeenCalledTimes(1)
})

test('home shows the result while the campaign is still open', async () => {
  await result.load()
  const before = await show(<Below />, { reward: ready(rewardOf('entered')) })
  expect(before.text()).not.toContain('ผลของคุณ')
  const lost = await show(<Below />, { reward: ready(rewardOf('lost')) })
  expect(lost.text()).toContain('ครั้งนี้ยังไม่ได้รับรางวัล')
  const won = await show(<Below />, { reward: ready(rewardOf('won', { prize: seat })) })
  expect(won.text()).toContain('ยินดีด้วย คุณได้รับบัตรคอนเสิร์ต 2 ที่นั่ง')
})

test('explains what an entry and the reserve list are in a tooltip', async () => {
  const waiting = await unannounced(at(HOUR))
  await waiting.press('สิทธิ์คืออะไร')
  expect(waiting.container.querySelector('[role="tooltip"]')?.textContent).toContain('โอกาสลุ้นรางวัล 1 ครั้ง')
  const reserve = await end(rewardOf('reserve'))
  await reserve.press('รายชื่อสำรองคืออะไร')
  expect(reserve.container.querySelector('[role="tooltip"]')?.textContent).toContain('ผู้ที่ได้รางวัลแทน')
})
