// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { Receipt } from '#contract/schema/receipt.ts'
import AnswerScreen from '#src/screens/answer/answer.tsx'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import UpdateProfile from '#src/screens/update-profile/update-profile.tsx'
import type { JobView } from '#src/state/types.ts'
import { changesOf, draftOf } from '#src/ui/customer-form/customer-draft.ts'
import { queuedJob, registered, someReceipt } from '#tests/kit/fake-data.ts'
import { accepted, type FakeState, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const id = queuedJob.subject ?? ''
const place = { path: `/receipt/${id}/edit`, route: '/receipt/:id/edit' }
const detail = { path: `/receipt/${id}`, route: '/receipt/:id' }
const sends = ['ตรวจสอบและส่ง', 'ยืนยันส่ง']
/** The receipt as the phone shows it before the server has it. */
const unsent: Receipt = { ...someReceipt, id, version: 0 }

/** Opens the form of a job's receipt. `receipt` is the history's version of it. */
async function openReceipt(job: Partial<JobView>, receipt: Receipt = unsent, state: Partial<FakeState> = {}) {
  const queued = { ...queuedJob, ...job }
  const receipts = ready([{ receipt, queued }])
  const screen = await show(
    <ReceiptScreen />,
    { receipt: accepted(receipt), receipts, jobs: [queued], ...state },
    place,
  )
  return { screen, send: vi.spyOn(screen.app.receipts, 'send') }
}

/** Opens the screen of a job's receipt. `receipt` is the history's version of it. */
function openDetail(job: Partial<JobView>, receipt: Receipt = unsent) {
  const queued = { ...queuedJob, ...job }
  return show(<ReceiptDetail />, { receipts: ready([{ receipt, queued }]), jobs: [queued] }, detail)
}

test.each([
  ['queued', { waitsFor: 'network' }, 'บันทึกไว้แล้ว รอส่ง'],
  ['refused', { state: 'refused', failure: refused('BELOW_MINIMUM') }, 'ยอดซื้อไม่ถึงขั้นต่ำ'],
] as const)(
  'fills the form with what a %s receipt sends, and sends it as the same receipt',
  async (_, job, says) => {
    const { screen, send } = await openReceipt(job)
    expect(screen.text()).toContain(says)
    expect(screen.field('receiptNo').value).toBe('BD-1203-004999')
    expect(screen.field('amount').value).toBe('240')
    for (const name of sends) await screen.press(name)
    expect(send.mock.calls[0]?.[0]).toMatchObject({ id, version: null, amount: '240' })
  },
)

test('corrects the receipt that the server already has, with the data that the customer typed', async () => {
  const current = { ...someReceipt, id, version: 3, amount: 325 }
  const failure = { ...refused('RECEIPT_EXISTS'), current } as JobView['failure']
  const { screen, send } = await openReceipt({ state: 'refused', failure })
  expect(screen.text()).toContain('คุณส่งใบเสร็จนี้แล้ว')
  expect(screen.field('amount').value).toBe('240')
  for (const name of sends) await screen.press(name)
  expect(send.mock.calls[0]?.[0]).toMatchObject({ id, version: 3, amount: '240' })
  const approved = { ...failure, current: { ...current, status: 'approved', rights: 3, editable: false } }
  const readOnly = await openReceipt({ state: 'refused', failure: approved as JobView['failure'] })
  expect(readOnly.screen.container.querySelector('form')).toBeNull()
})

test('sends again as a correction after the server said that it has the receipt', async () => {
  const current = { ...someReceipt, id, version: 3 }
  const failure = { ...refused('RECEIPT_EXISTS'), current } as NonNullable<JobView['failure']>
  const { screen, send } = await openReceipt({ waitsFor: 'network' }, unsent, {
    sent: { state: 'refused', failure },
  })
  for (const name of sends) await screen.press(name)
  expect(screen.text()).toContain('กดส่งอีกครั้งเพื่อแก้ไขใบเสร็จที่ส่งไว้')
  for (const name of sends) await screen.press(name)
  expect(send.mock.calls.map(([draft]) => draft.version)).toEqual([null, 3])
})

test('offers to withdraw a receipt only if it was sent, and not twice', async () => {
  const WITHDRAW = 'ถอนใบเสร็จนี้'
  const sent = await show(<ReceiptDetail />, { receipt: accepted(someReceipt), receipts: ready([]) }, detail)
  expect(sent.has('button', WITHDRAW)).toBe(true)
  expect((await openDetail({ waitsFor: 'network' })).has('button', WITHDRAW)).toBe(false)
  const screen = await openDetail(
    { route: 'deleteReceipt', receipt: null, waitsFor: 'network' },
    { ...someReceipt, id },
  )
  expect(screen.has('button', WITHDRAW)).toBe(false)
  expect(screen.container.querySelector('form')).toBeNull()
  expect(screen.text()).toContain('ยังนับอยู่จนกว่าระบบจะได้รับคำขอถอน')
})

test.each([
  ['received', { state: 'received' }, 'ถอนใบเสร็จให้แล้ว'],
  ['queued', { state: 'queued', kept: true }, 'ระบบยังไม่ได้ยืนยันการถอน'],
] as const)('says that a receipt is withdrawn only if the server said so: %s', async (_, sent, says) => {
  const screen = await show(
    <ReceiptDetail />,
    { receipt: accepted(someReceipt), receipts: ready([]), sent },
    detail,
  )
  await screen.press('ถอนใบเสร็จนี้')
  await screen.press('ถอนใบเสร็จนี้')
  expect(screen.app.toasts.list.value.map(({ text }) => text)).toEqual([expect.stringContaining(says)])
})

const question = '01938000-0000-7000-8000-0000000000b1'
const answerJob = (more: Partial<JobView>, questionId = question): JobView => ({
  ...queuedJob,
  route: 'postAnswer',
  subject: null,
  receipt: null,
  answer: { text: 'รสลิ้นจี่', questionId },
  ...more,
})
const ALREADY = 'คุณตอบไว้แล้ว'

test('shows a refused answer with the reason and fills the form with it', async () => {
  const jobs = [answerJob({ state: 'refused', failure: refused('VALIDATION') })]
  const screen = await show(<AnswerScreen />, { jobs })
  expect(screen.text()).toContain('ระบบไม่รับรายการนี้')
  expect(screen.text()).toContain('ข้อมูลไม่ถูกต้อง')
  expect(screen.field('answer').value).toBe('รสลิ้นจี่')
  const other = await show(<AnswerScreen />, { jobs: [answerJob({ state: 'refused' }, 'another')] })
  expect(other.field('answer').value).toBe('')
  expect(other.text()).not.toContain('ระบบไม่รับรายการนี้')
})

test('does not say that a queued answer was answered', async () => {
  const last = ready({ questionId: question, answerText: 'รสลิ้นจี่' })
  const queued = await show(<AnswerScreen />, { last, jobs: [answerJob({ waitsFor: 'network' })] })
  expect(queued.text()).toContain('บันทึกไว้แล้ว รอส่ง')
  expect(queued.text()).not.toContain(ALREADY)
  expect((await show(<AnswerScreen />, { last })).text()).toContain(ALREADY)
})

test('fills the profile form with a refused change, and sends only what differs from the profile', async () => {
  const profile = { phone: '0899999999' }
  const job: JobView = { ...queuedJob, route: 'putCustomer', subject: null, receipt: null, profile }
  const jobs: readonly JobView[] = [{ ...job, state: 'refused', failure: refused('PHONE_TAKEN') }]
  const screen = await show(<UpdateProfile />, { jobs })
  expect(screen.text()).toContain('มีผู้ลงทะเบียนด้วยเบอร์นี้แล้ว ถ้าเป็นเบอร์ของคุณ แจ้งเราได้')
  expect(screen.field('phone').value).toBe('089-999-9999')
  const save = vi.spyOn(screen.app.customer, 'save')
  await screen.type('firstName', 'มะนาว')
  await screen.press('บันทึก')
  expect(save.mock.calls[0]?.[0]).toEqual({ firstName: 'มะนาว', phone: '0899999999' })
  const unchanged = await show(<UpdateProfile />)
  const saveNothing = vi.spyOn(unchanged.app.customer, 'save')
  await unchanged.press('บันทึก')
  expect(saveNothing).not.toHaveBeenCalled()
  expect(unchanged.path()).toBe('/profile')
})

test('fills the profile form with all refused changes, because saving replaces all of them', async () => {
  const change = (id: string, profile: JobView['profile'], code: Parameters<typeof refused>[0]): JobView => ({
    ...{ ...queuedJob, id, route: 'putCustomer', subject: null, receipt: null, profile },
    ...{ state: 'refused', failure: refused(code) },
  })
  const jobs = [
    change('1', { phone: '0899999999' }, 'PHONE_TAKEN'),
    change('2', { firstName: 'มะนาว' }, 'VERSION_CONFLICT'),
  ]
  const screen = await show(<UpdateProfile />, { jobs })
  expect(screen.field('phone').value).toBe('089-999-9999')
  expect(screen.field('firstName').value).toBe('มะนาว')
})

test('sends the parts of an address together, and an empty email only if it was deleted', () => {
  const before = draftOf(registered)
  expect(changesOf(before, { ...before, postalCode: '10120' })).toEqual({
    provinceId: 10,
    districtId: 1039,
    subdistrictId: 103901,
    postalCode: '10120',
  })
  expect(changesOf(before, { ...before, email: '' })).toEqual({ email: '' })
  expect(changesOf({ ...before, email: '' }, { ...before, email: '' })).toEqual({})
})
