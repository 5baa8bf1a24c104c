// @vitest-environment happy-dom
import type { Signal } from '@preact/signals-core'
import { expect, test, vi } from 'vitest'
import AnswerScreen from '#src/screens/answer/answer.tsx'
import Confirm from '#src/screens/confirm/confirm.tsx'
import Home from '#src/screens/home/home.tsx'
import OutboxScreen from '#src/screens/outbox/outbox.tsx'
import Profile from '#src/screens/profile/profile.tsx'
import type { JobView } from '#src/state/types.ts'
import { act } from '#tests/kit/act.ts'
import { rewardOf, seat } from '#tests/kit/drawn.ts'
import { NOW, queuedJob, someEntries } from '#tests/kit/fake-data.ts'
import { type FakeState, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

let lastId = 0
const job = (more: Partial<JobView> = {}): JobView => ({ ...queuedJob, id: `job-${++lastId}`, ...more })
const other = { subject: null, receipt: null } as const
const answer = (text: string, questionId: string | null = null, more: Partial<JobView> = {}) =>
  job({ ...other, route: 'postAnswer', answer: { text, questionId }, ...more })
const needsYou = (code: Parameters<typeof refused>[0], more: Partial<JobView> = {}) =>
  job({ state: 'refused', failure: refused(code), ...more })
const open = (state: Partial<FakeState>) => show(<OutboxScreen />, state)
/** Returns the screen's own button, because the strip above may have a button with the same name. */
const buttonOf = (container: HTMLElement, name: string) =>
  [...container.querySelectorAll<HTMLElement>('main button')].find(({ textContent }) => textContent === name)
const EMPTY = 'ไม่มีรายการรอส่ง'

test('lists what each kind of write sends', async () => {
  const screen = await open({
    receipts: ready(someEntries),
    jobs: [
      job(),
      job({ route: 'deleteReceipt', receipt: null, subject: someEntries[1]?.receipt.id ?? null }),
      answer('รสลิ้นจี่'),
      job({ ...other, route: 'putCustomer', profile: { phone: '0811111111', firstName: 'มะลิ' } }),
      job({ ...other, route: 'confirmConcert', attend: true }),
      job({ ...other, route: 'confirmConcert', attend: false }),
    ],
  })
  const items = [...screen.container.querySelectorAll('li')].map(item => item.textContent)
  expect(items[0]).toContain('บ้านดีมาร์ท สาขาสีลม')
  expect(items[0]).toContain('฿240')
  expect(items[0]).toContain('BD-1203-004999')
  expect(items[1]).toContain('ถอนใบเสร็จ')
  expect(items[1]).toContain('รอถอน')
  expect(items[1]).toContain('2501034789')
  expect(items[2]).toContain('รสลิ้นจี่')
  expect(items[3]).toContain('ชื่อ, เบอร์โทรศัพท์มือถือ')
  expect(items[4]).toContain('ยืนยันรับรางวัล')
  expect(items[5]).toContain('ไม่รับรางวัลนี้')
})

test('is empty only if the jobs were read and there are none', async () => {
  expect((await open({})).text()).toContain(EMPTY)
  expect((await open({ unreadable: 1 })).text()).not.toContain(EMPTY)
  vi.useFakeTimers()
  try {
    const screen = await open({ loaded: false })
    expect(screen.text()).not.toContain(EMPTY)
    await act(async () => void vi.advanceTimersByTime(60_000))
    expect(screen.text()).not.toContain(EMPTY)
    expect(screen.text()).toContain('ยังอ่านข้อมูลในเครื่องนี้ไม่ได้')
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['network', [job({ waitsFor: 'network' })], 'เชื่อมต่อระบบไม่ได้'],
  ['server', [job({ waitsFor: 'server', failure: refused('INTERNAL') })], 'ตอนนี้ระบบยังรับไม่ได้'],
  [
    'rounds',
    [job({ waitsFor: 'server', failure: refused('RATE_LIMITED') }), job({ waitsFor: 'turn' })],
    'ไม่กี่รายการต่อนาที',
  ],
  ['sign-in', [job({ waitsFor: 'sign-in' })], 'ต้องเข้าสู่ระบบก่อน จึงจะส่งได้'],
  ['sending', [job({ waitsFor: 'turn' }), job({ state: 'sending' })], 'เปิดแอปไว้จนกว่าจะส่งครบ'],
] as const)(
  'says what the queue waits for, and that nothing is sent while the app is closed: %s',
  async (_, jobs, says) => {
    const screen = await open({ jobs })
    expect(screen.text()).toContain(says)
    expect(screen.text()).toContain('แอปไม่ส่งขณะที่ปิดอยู่')
  },
)

test('counts down to the next attempt by the phone’s clock', async () => {
  const jobs = [job({ waitsFor: 'server', nextTryAt: NOW - 5000 + 30_000 })]
  expect((await open({ jobs, behind: 5000 })).text()).toContain('ลองใหม่ในอีก 30 วินาที')
  const later = [job({ waitsFor: 'network', nextTryAt: NOW + 240_000 })]
  expect((await open({ jobs: later })).text()).toContain('ลองใหม่ในอีกประมาณ 4 นาที')
})

test('says when it tries again, instead of a button that would send nothing', async () => {
  const jobs = [job({ waitsFor: 'server', nextTryAt: NOW + 3_000_000 })]
  const screen = await open({ jobs, heldUntil: NOW + 3_000_000 })
  expect(screen.has('button', 'ส่งตอนนี้')).toBe(false)
  expect(screen.text()).toContain('จะลองใหม่เวลาประมาณ 12:50 น.')
})

test('sends now, or signs in first', async () => {
  const screen = await open({ jobs: [job({ waitsFor: 'network' })] })
  const send = vi.spyOn(screen.app.outbox, 'sendNow')
  await screen.press('ส่งตอนนี้')
  expect(send).toHaveBeenCalledOnce()
  for (const signInNeeded of [true, false]) {
    const expired = await open({ jobs: [job({ waitsFor: 'sign-in' })], signInNeeded })
    expect(expired.has('button', 'ส่งตอนนี้')).toBe(false)
    const signIn = vi.spyOn(expired.app.session, 'signIn')
    await expired.act(() => buttonOf(expired.container, 'เข้าสู่ระบบ')?.click())
    expect(signIn).toHaveBeenCalledOnce()
  }
})

test.each([
  [
    'an answer',
    <AnswerScreen key="a" />,
    { ...other, route: 'postAnswer', answer: { text: 'ชา', questionId: null } },
  ],
  ['a won prize', <Confirm key="c" />, { ...other, route: 'confirmConcert', attend: true }],
] as const)('offers to sign in wherever %s says that it waits for that', async (_, element, write) => {
  const screen = await show(element, {
    jobs: [job({ ...write, waitsFor: 'sign-in' })],
    reward: ready(rewardOf('won', { prize: seat })),
  })
  expect(screen.text()).toContain('เข้าสู่ระบบอีกครั้ง เพื่อส่งรายการนี้')
  expect(screen.has('main button', 'เข้าสู่ระบบ')).toBe(true)
})

test('shows refused writes first, with the reason and the form where they can be corrected', async () => {
  const question = '01938000-0000-7000-8000-0000000000b1'
  const screen = await open({
    jobs: [
      job(),
      needsYou('BELOW_MINIMUM'),
      needsYou('RECEIPT_EXISTS'),
      needsYou('PHONE_TAKEN', { ...other, route: 'putCustomer', profile: { phone: '0811111111' } }),
      answer('คำตอบยาว', question, { state: 'refused', failure: refused('VALIDATION') }),
      answer('คำตอบเก่า', 'another-question', { state: 'refused', failure: refused('QUESTION_CLOSED') }),
    ],
  })
  const items = [...screen.container.querySelectorAll('li')]
  const texts = items.map(item => item.textContent ?? '')
  const edits = items.map(item => item.querySelector('a')?.getAttribute('href') ?? null)
  expect(texts[0]).toContain('ยอดซื้อไม่ถึงขั้นต่ำ')
  expect(texts[1]).toContain('คุณส่งใบเสร็จนี้แล้ว')
  expect(texts[2]).toContain('มีผู้ลงทะเบียนด้วยเบอร์นี้แล้ว ถ้าเป็นเบอร์ของคุณ แจ้งเราได้')
  expect(texts[4]).toContain('ปิดรับคำตอบแล้ว')
  expect(texts[5]).toContain('รอส่ง')
  const receipt = `/receipt/${queuedJob.subject}/edit`
  expect(edits).toEqual([receipt, receipt, '/updateProfile', '/answer', null, receipt])
})

test('sends a write again that is too old, was lost by the server or was refused for a reason that passes', async () => {
  const old = job({ state: 'refused', expired: true })
  const limited = needsYou('DAILY_LIMIT')
  const lost = job({ state: 'refused', lost: true })
  for (const one of [old, limited, lost]) {
    const screen = await open({ jobs: [one] })
    const retry = vi.spyOn(screen.app.outbox, 'retry').mockResolvedValue(true)
    await screen.press('ส่งอีกครั้ง')
    expect([retry.mock.lastCall, screen.app.toasts.list.value]).toEqual([[one.id], []])
  }
  expect((await open({ jobs: [old] })).text()).toContain('แอปหยุดส่งรายการนี้แล้ว')
  expect((await open({ jobs: [lost] })).text()).toContain('ใบเสร็จจึงหายไปจากระบบ')
  expect((await open({ jobs: [needsYou('BELOW_MINIMUM')] })).has('button', 'ส่งอีกครั้ง')).toBe(false)
})

test('says so if the phone’s database keeps a write from being sent again', async () => {
  const screen = await open({ jobs: [job({ state: 'refused', expired: true })] })
  vi.spyOn(screen.app.outbox, 'retry').mockResolvedValue(false)
  await screen.press('ส่งอีกครั้ง')
  expect(screen.app.toasts.list.value).toMatchObject([
    { text: expect.stringContaining('ยังส่งรายการนี้อีกครั้งไม่ได้') },
  ])
})

test('asks before deleting, and says so if the server may already have the write', async () => {
  const screen = await open({ jobs: [job()] })
  const { outbox } = screen.app
  const discard = vi.spyOn(outbox, 'discard').mockResolvedValue(false)
  await screen.press('ลบ')
  expect(discard).not.toHaveBeenCalled()
  expect(screen.text()).toContain('ลบออกจากเครื่องนี้หรือไม่')
  await screen.press('ลบ')
  expect(discard).toHaveBeenCalledOnce()
  expect(screen.text()).toContain('ใบเสร็จนี้อาจถึงระบบแล้ว')
  expect(screen.app.toasts.list.value).toEqual([])
  await screen.press('ปิด')
  discard.mockResolvedValue(true)
  await screen.press('ลบ')
  await screen.press('ลบ')
  expect(screen.app.toasts.list.value).toMatchObject([{ text: 'ลบแล้ว' }])
})

test('does not say that a write may have arrived if only the phone’s database failed to delete it', async () => {
  const screen = await open({ jobs: [job()] })
  vi.spyOn(screen.app.outbox, 'discard').mockRejectedValue(new Error('full'))
  await screen.press('ลบ')
  await screen.press('ลบ')
  expect(screen.text()).not.toContain('อาจถึงระบบแล้ว')
  expect(screen.text()).toContain('ตอนนี้เครื่องนี้บันทึกข้อมูลไม่ได้ จึงยังลบรายการนี้ไม่ได้')
})

test('keeps the buttons and the open dialog of an item when the outbox begins to send it', async () => {
  const [waiting] = [job({ waitsFor: 'network' })]
  const screen = await open({ jobs: [waiting] })
  const buttons = () => [...screen.container.querySelectorAll('li a, li button')]
  const before = buttons()
  expect(before.map(({ textContent }) => textContent)).toEqual(['แก้ไข', 'ลบ'])
  await screen.press('ลบ')
  const { jobs } = screen.app.outbox
  await screen.act(() => {
    ;(jobs as Signal<readonly JobView[]>).value = [
      { ...waiting, state: 'sending', waitsFor: null, progress: 0.4 },
    ]
  })
  expect(screen.text()).toContain('กำลังส่ง 40%')
  expect(buttons().slice(0, 2)).toEqual(before)
  vi.spyOn(screen.app.outbox, 'discard').mockResolvedValue(false)
  await screen.press('ลบ')
  expect(screen.text()).toContain('อาจถึงระบบแล้ว')
})

test('keeps outcomes on the screen while it is open, and deletes them when it closes', async () => {
  const settledAt = NOW - 60_000
  const screen = await open({ outcomes: [job({ state: 'received', settledAt })], lastSentAt: settledAt })
  const shown = vi.spyOn(screen.app.outbox, 'shown')
  expect(screen.text()).toContain('ได้รับแล้ว')
  expect(screen.text()).toContain('ส่งสำเร็จล่าสุด 20 พ.ย. 2569 11:59 น.')
  expect(shown).not.toHaveBeenCalled()
  await screen.leave()
  expect(shown).toHaveBeenCalledOnce()
})

test('offers a way out for records that this version cannot read', async () => {
  const screen = await open({ unreadable: 2 })
  expect(screen.text()).toContain('มี 2 รายการที่แอปเวอร์ชันนี้อ่านไม่ได้')
  expect(screen.has('button', 'โหลดใหม่')).toBe(true)
  const discard = vi.spyOn(screen.app.outbox, 'discardUnreadable')
  await screen.press('ลบ')
  expect(discard).not.toHaveBeenCalled()
  await screen.press('ลบ')
  expect(discard).toHaveBeenCalledOnce()
  const offline = await open({ unreadable: 2, connection: 'unreachable' })
  expect(offline.has('button', 'โหลดใหม่')).toBe(false)
  const volatile = await open({ unreadable: 2, jobs: [job({ kept: false })] })
  expect(volatile.has('button', 'โหลดใหม่')).toBe(false)
})

test.each([
  ['an answer while offline', { connection: 'unreachable', jobs: [answer('ลิ้นจี่')] }, 'รอส่ง 1 รายการ'],
  [
    'receipts after a 429',
    { jobs: [job({ waitsFor: 'server' }), job({ waitsFor: 'turn' })] },
    'รอส่ง 2 รายการ',
  ],
  [
    'a profile change without a session',
    { jobs: [job({ ...other, route: 'putCustomer', waitsFor: 'sign-in' })] },
    'รอส่ง 1 รายการ',
  ],
  ['a refused answer', { jobs: [answer('ลิ้นจี่', null, { state: 'refused' })] }, 'ต้องแก้ไข 1 รายการ'],
  ['unreadable records', { unreadable: 3 }, 'อ่านไม่ได้ 3 รายการ'],
] as const)('counts %s on home and links to the list', async (_, state, says) => {
  const screen = await show(<Home />, state)
  expect(screen.link(says)).toBe('/outbox')
})

test('does not count a write that is received within a moment', async () => {
  vi.useFakeTimers()
  try {
    const screen = await show(<Home />, { jobs: [job({ state: 'sending' })] })
    expect(screen.text()).not.toContain('รอส่ง 1 รายการ')
    await act(async () => void vi.advanceTimersByTime(2000))
    expect(screen.link('รอส่ง 1 รายการ')).toBe('/outbox')
    const jobs = screen.app.outbox.jobs as Signal<readonly JobView[]>
    await act(async () => {
      jobs.value = []
    })
    expect(screen.text()).not.toContain('รอส่ง')
  } finally {
    vi.useRealTimers()
  }
})

test('links from the profile to the list instead of repeating it', async () => {
  const screen = await show(<Profile />, { jobs: [job(), needsYou('BELOW_MINIMUM')], unreadable: 1 })
  expect(screen.link('รอส่งหรือต้องแก้ไข 3 รายการ')).toBe('/outbox')
  expect(screen.has('a[href="/outbox"]', 'รอส่งหรือต้องแก้ไข 3 รายการ')).toBe(true)
  expect((await show(<Profile />)).has('main a', 'รอส่งหรือต้องแก้ไข 0 รายการ')).toBe(false)
})
