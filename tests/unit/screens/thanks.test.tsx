// @vitest-environment happy-dom
import type { Signal } from '@preact/signals-core'
import { expect, test, vi } from 'vitest'
import Thanks from '#src/screens/thanks/thanks.tsx'
import type { JobView, ReceiptEntry, Resource } from '#src/state/types.ts'
import { act } from '#tests/kit/act.ts'
import {
  queuedJob,
  receivedJob as received,
  SENT_ID,
  someReceipt,
  someReward,
  thanksFor,
} from '#tests/kit/fake-data.ts'
import { type FakeState, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const path = thanksFor('receipt')
const features = ['share', 'send'] as const
const RECEIVED = 'เราได้รับใบเสร็จของคุณแล้ว'
const CLOSE = 'กลับไปที่แชท'

const open = (state: Partial<FakeState>, at = path) =>
  show(<Thanks />, { receipts: ready([]), features, ...state }, { path: at })
const opened = (job: Partial<JobView>) => open({ jobs: [{ ...queuedJob, ...job }] })

/** Tells which offers for received writes the screen makes: confetti, sharing, and closing the window. */
const celebrates = (screen: Awaited<ReturnType<typeof show>>) => ({
  confetti: screen.container.querySelector('svg[class*="celebrate"]') !== null,
  share: screen.has('button', 'บอกเพื่อนในแชทนี้'),
  close: screen.has('button', CLOSE),
})
const none = { confetti: false, share: false, close: false }

test('celebrates a received receipt, and offers to share and to close', async () => {
  const screen = await open({ outcomes: [received] })
  expect(screen.text()).toContain(RECEIVED)
  expect(celebrates(screen)).toEqual({ confetti: true, share: true, close: true })
})

test('does not celebrate a receipt whose number someone else has sent, and says that both are compared', async () => {
  const listed = { ...someReceipt, id: received.subject ?? '', disputed: true, rights: 0 }
  const screen = await open({ outcomes: [received], receipts: ready([{ receipt: listed, queued: null }]) })
  expect(screen.text()).toContain('เราจะเทียบรูปของใบที่เลขซ้ำกันก่อนให้สิทธิ์')
  expect(celebrates(screen)).toEqual({ confetti: false, share: true, close: true })
})

test('follows a write until it is received, and keeps thanking after the outcome was deleted', async () => {
  const screen = await open({ jobs: [queuedJob] })
  expect(celebrates(screen)).toEqual(none)
  const { outbox } = screen.app
  const jobs = outbox.jobs as Signal<readonly JobView[]>
  const outcomes = outbox.outcomes as Signal<readonly JobView[]>
  const shown: string[] = []
  outbox.shown = id => {
    shown.push(id)
    outcomes.value = []
  }
  await act(async () => {
    outcomes.value = [received]
    jobs.value = []
  })
  expect(shown).toEqual([SENT_ID])
  expect(screen.text()).toContain(RECEIVED)
})

test.each([
  ['saved, network', { waitsFor: 'network' }, 'บันทึกไว้แล้ว รอส่ง'],
  ['saved, server', { waitsFor: 'server' }, 'ตอนนี้ระบบยังรับไม่ได้'],
  ['saved, turn', { waitsFor: 'turn' }, 'ต้องส่งรายการก่อนหน้าก่อน'],
  ['saved, sign-in', { waitsFor: 'sign-in' }, 'รอเข้าสู่ระบบ'],
  ['saved, due', {}, 'เปิดกิจกรรมนี้อีกครั้งเมื่อมีอินเทอร์เน็ต'],
  ['only in memory', { kept: false }, 'ยังไม่ได้บันทึก เปิดหน้านี้ไว้'],
  ['sending', { state: 'sending' }, 'กำลังส่ง'],
  ['sending from memory', { state: 'sending', kept: false }, 'อาจหายไป'],
  ['refused', { state: 'refused', failure: refused('BELOW_MINIMUM') }, 'ยอดซื้อไม่ถึงขั้นต่ำ'],
  ['too old', { state: 'refused', expired: true }, 'แอปหยุดส่งรายการนี้แล้ว'],
] as const)('does not say received, offer to share or to close: %s', async (_, job, says) => {
  const screen = await opened(job)
  expect(screen.text()).toContain(says)
  expect(screen.text()).not.toContain('ได้รับใบเสร็จ')
  expect(celebrates(screen)).toEqual(none)
})

test('says only that it is checking while the jobs are not loaded, for as long as that takes', async () => {
  vi.useFakeTimers()
  try {
    const screen = await open({ loaded: false })
    expect(screen.text()).toContain('กำลังตรวจสอบ')
    await act(async () => void vi.advanceTimersByTime(60_000))
    expect(screen.text()).toContain('ยังอ่านข้อมูลในเครื่องนี้ไม่ได้')
    expect(screen.text()).not.toContain('ได้รับใบเสร็จ')
    expect(celebrates(screen)).toEqual(none)
    expect(screen.link('ดูประวัติใบเสร็จ')).toBe('/receiptHistory')
  } finally {
    vi.useRealTimers()
  }
})

test('claims nothing about a write that the phone does not know', async () => {
  for (const kind of ['receipt', 'answer', 'confirm'] as const) {
    const screen = await open({}, thanksFor(kind))
    expect(screen.text()).toContain('ไม่มีข้อมูลของรายการนี้แล้ว')
    expect(screen.text()).not.toContain('เราได้รับ')
    expect(celebrates(screen)).toEqual(none)
  }
  const deleted = await open({ outcomes: [{ ...received, state: 'withdrawn' }] })
  expect(deleted.text()).toContain('คุณลบรายการนี้แล้ว')
  expect(celebrates(deleted)).toEqual(none)
})

test('finds a receipt that the phone does not know in the server’s history, but not one that is still queued', async () => {
  const listed = { ...someReceipt, id: SENT_ID }
  const screen = await open({ receipts: ready([{ receipt: listed, queued: null }]) })
  expect(screen.text()).toContain(RECEIVED)
  const hanging = await open({ loaded: false, receipts: ready([{ receipt: listed, queued: null }]) })
  expect(hanging.text()).toContain(RECEIVED)
  const queued = await open({ receipts: ready([{ receipt: { ...listed, version: 0 }, queued: queuedJob }]) })
  expect(queued.text()).not.toContain(RECEIVED)
  const history = queued.app.receipts.history as Signal<Resource<readonly ReceiptEntry[]>>
  await act(async () => {
    history.value = ready([{ receipt: listed, queued: null }])
  })
  expect(queued.text()).toContain(RECEIVED)
})

test('links a refused write to the form where it can be corrected', async () => {
  const screen = await opened({ state: 'refused', failure: refused('RECEIPT_EXISTS') })
  expect(screen.text()).toContain('คุณส่งใบเสร็จนี้แล้ว')
  expect(screen.link('แก้ไข')).toBe(`/receipt/${queuedJob.subject}/edit`)
  const answer = { ...queuedJob, route: 'postAnswer', subject: null, state: 'refused' } as const
  const refusedAnswer = await open(
    { jobs: [{ ...answer, failure: refused('QUESTION_CLOSED') }] },
    thanksFor('answer'),
  )
  expect(refusedAnswer.link('แก้ไข')).toBe('/answer')
})

test('offers to sign in if the write waits for that', async () => {
  const screen = await open({ jobs: [{ ...queuedJob, waitsFor: 'sign-in' }] })
  const main = screen.container.querySelector('main')
  expect([...(main?.querySelectorAll('button') ?? [])].map(button => button.textContent)).toContain(
    'เข้าสู่ระบบ',
  )
})

test('welcomes a winner only if the confirmation was received, and not after declining', async () => {
  const confirm = {
    ...received,
    route: 'confirmConcert',
    subject: null,
    receipt: null,
    attend: true,
  } as const
  const at = thanksFor('confirm')
  const prize = {
    key: 'concert',
    titleTh: 'บัตรคอนเสิร์ต',
    titleEn: 'Concert tickets',
    delivery: 'seat',
  } as const
  const reward = ready({ ...someReward, luckyDraw: { ...someReward.luckyDraw, prize } })
  const features = ['share'] as const
  const thanked = await open({ outcomes: [confirm], reward, features }, at)
  expect(thanked.text()).toContain('พบกันที่คอนเสิร์ต!')
  // The rewards on this phone do not show the confirmation yet.
  expect(thanked.has('button', 'บอกข่าวดีให้เพื่อน')).toBe(true)
  expect((await open({ outcomes: [{ ...confirm, attend: false }] }, at)).text()).not.toContain('พบกัน')
  expect((await open({}, at)).text()).not.toContain('พบกัน')
})
