// @vitest-environment happy-dom
import type { Signal } from '@preact/signals-core'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import AnswerScreen from '#src/screens/answer/answer.tsx'
import Confirm from '#src/screens/confirm/confirm.tsx'
import { EditReceipt } from '#src/screens/receipt/edit-receipt.tsx'
import { NewReceipt } from '#src/screens/receipt/new-receipt.tsx'
import { Withdraw } from '#src/screens/receipt-detail/found-receipt.tsx'
import UpdateProfile from '#src/screens/update-profile/update-profile.tsx'
import type { App, JobView, ReceiptEntry, Resource, Sent } from '#src/state/types.ts'
import { act } from '#tests/kit/act.ts'
import { adult, queuedJob, SENT_ID, someReceipt, someReward, thanksFor } from '#tests/kit/fake-data.ts'
import { type FakeState, filledDraft, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'
import { untilCalled } from '#tests/kit/until-called.ts'

type Case = {
  readonly screen: ReactNode
  readonly state?: Partial<FakeState>
  readonly press: readonly string[]
  /** The model method that the test delays. */
  readonly call: (app: App) => Record<string, unknown>
  readonly to: string
}

const questionId = '01938000-0000-7000-8000-0000000000b1'
const won = { ...someReward.luckyDraw, state: 'won' as const, confirmBy: '2027-01-22T18:00:00+07:00' }

const cases: Record<string, Case> = {
  'an answer': {
    screen: <AnswerScreen />,
    state: { last: ready({ questionId, answerText: 'รสลิ้นจี่' }) },
    press: ['แก้ไขคำตอบ'],
    call: app => ({ send: app.answers }),
    to: thanksFor('answer'),
  },
  'a receipt': {
    screen: <NewReceipt />,
    state: { receiptDraft: filledDraft },
    press: ['ตรวจสอบและส่ง', 'ยืนยันส่ง'],
    call: app => ({ send: app.receipts }),
    to: thanksFor('receipt'),
  },
  'a withdrawn receipt': {
    screen: <Withdraw id={someReceipt.id} />,
    press: ['ถอนใบเสร็จนี้', 'ถอนใบเสร็จนี้'],
    call: app => ({ withdraw: app.receipts }),
    to: '/receiptHistory',
  },
  'a profile': {
    screen: <UpdateProfile />,
    state: { drafts: { profile: { ...adult, phone: '089-999-9999' } } },
    press: ['บันทึก'],
    call: app => ({ save: app.customer }),
    to: '/profile',
  },
  'a seat': {
    screen: <Confirm />,
    state: { reward: ready({ ...someReward, luckyDraw: won }) },
    press: ['ยืนยันรับรางวัล'],
    call: app => ({ confirm: app.rewards }),
    to: thanksFor('confirm'),
  },
}

/** Submits the form of a screen. Returns a function that completes the delayed request. */
async function submit({ screen, state, press, call }: Case) {
  const shown = await show(screen, state, { path: '/here' })
  const [waiting, end] = untilCalled<Sent>()
  for (const [name, model] of Object.entries(call(shown.app)))
    Object.assign(model as object, { [name]: () => waiting })
  for (const name of press) await shown.press(name)
  return { shown, end: (sent: Sent) => act(async () => end(sent)) }
}

test.each(Object.entries(cases))('opens the next screen after %s was sent', async (_, one) => {
  const { shown, end } = await submit(one)
  await end({ id: SENT_ID, state: 'received' })
  expect(shown.path()).toBe(one.to)
})

test.each(Object.entries(cases))(
  'does not navigate when the customer has left the screen before %s was sent',
  async (_, one) => {
    const { shown, end } = await submit(one)
    await shown.leave()
    await end({ id: SENT_ID, state: 'received' })
    expect(shown.path()).toBe('/here')
  },
)

test('shows a toast if a receipt could not be saved after the customer left the screen', async () => {
  const { shown, end } = await submit(cases['a receipt'] as Case)
  await shown.leave()
  await end({ id: SENT_ID, state: 'unsaved', reason: 'limit' })
  expect(shown.app.toasts.list.value).toMatchObject([
    { severity: 'error', text: 'มีรายการรอส่งมากเกินไป รอให้ส่งเสร็จก่อน\u2060นะ' },
  ])
})

test('keeps the form of a correction mounted while it is sent, and shows a refusal in it', async () => {
  const correction: Case = {
    screen: <EditReceipt id={someReceipt.id} />,
    state: { receiptDraft: { ...filledDraft, id: someReceipt.id, version: 1 } },
    press: ['ตรวจสอบและส่ง', 'ยืนยันส่ง'],
    call: app => ({ send: app.receipts }),
    to: '',
  }
  const entry = (state: JobView['state']) =>
    ready([{ receipt: someReceipt, queued: { ...queuedJob, state } }])
  for (const outcome of [
    { id: SENT_ID, state: 'received' },
    { id: SENT_ID, state: 'refused', failure: refused('RECEIPT_DUPLICATE') },
  ] as const) {
    const { shown, end } = await submit(correction)
    const history = shown.app.receipts.history as Signal<Resource<readonly ReceiptEntry[]>>
    await act(async () => {
      history.value = entry('sending')
    })
    // The outbox shows the refusal before `send` resolves.
    await act(async () => {
      if (outcome.state === 'refused') history.value = entry('refused')
    })
    await end(outcome)
    if (outcome.state === 'received') expect(shown.path()).toBe(thanksFor('receipt'))
    else expect(shown.text()).toContain('มีผู้ส่งเลขที่นี้แล้ว ถ้าเป็นใบเสร็จของคุณ แจ้งเราได้')
  }
})
