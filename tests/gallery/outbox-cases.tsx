import { isoOf } from '#contract/time.ts'
import type { Failure } from '#src/ports.ts'
import AnswerScreen from '#src/screens/answer/answer.tsx'
import OutboxScreen from '#src/screens/outbox/outbox.tsx'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import Thanks from '#src/screens/thanks/thanks.tsx'
import type { JobView } from '#src/state/types.ts'
import { rewardOf, seat } from '#tests/kit/drawn.ts'
import { NOW, queuedJob, receivedJob, someReceipt, thanksFor } from '#tests/kit/fake-data.ts'
import { accepted, type FakeState, ready, refused } from '#tests/kit/fake-state.ts'
import { type Case, of } from './case.tsx'

const QUESTION = '01938000-0000-7000-8000-0000000000b1'
const job = (n: number, more: Partial<JobView> = {}): JobView => ({
  ...queuedJob,
  id: `01938000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`,
  ...more,
})
const plain = { subject: null, receipt: null }
const receipt = (n: number): JobView['receipt'] => ({
  storeId: 1 + (n % 5),
  receiptNo: `BD-1203-00${5000 + n}`,
  amount: 100 + 37 * n,
  purchasedAt: someReceipt.purchasedAt,
  images: ['a'.repeat(64)],
  at: isoOf(NOW - 60_000),
})

const mixed: readonly JobView[] = [
  job(1, { state: 'refused', failure: refused('BELOW_MINIMUM'), receipt: receipt(1) }),
  job(2, {
    ...plain,
    route: 'postAnswer',
    state: 'refused',
    failure: refused('VALIDATION'),
    answer: { text: 'รสลิ้นจี่ เพราะหอมและซ่าที่สุด พกไปดูคอนเสิร์ตได้ทั้งวัน', questionId: QUESTION },
  }),
  job(3, { state: 'sending', progress: 0.4, receipt: receipt(3) }),
  job(4, { waitsFor: 'turn', route: 'updateReceipt', receipt: receipt(4) }),
  job(5, { waitsFor: 'turn', route: 'deleteReceipt', receipt: null, subject: someReceipt.id }),
  job(6, {
    ...plain,
    waitsFor: 'server',
    route: 'putCustomer',
    profile: { phone: '0811111111', addressLine: '1' },
  }),
  job(7, { ...plain, waitsFor: 'server', route: 'confirmConcert', attend: true }),
]
const many = Array.from({ length: 99 }, (_, n) => job(n, { waitsFor: 'turn', receipt: receipt(n) }))
const rateLimited = { waitsFor: 'server', failure: refused('RATE_LIMITED'), nextTryAt: NOW + 41_000 } as const
const outbox = (state: Partial<FakeState>, act: readonly string[] = []) => of(OutboxScreen, { state, act })
const thanks = (sent: 'receipt' | 'answer' | 'confirm', state: Partial<FakeState>) =>
  of(Thanks, { path: thanksFor(sent), state: { receipts: ready([]), features: ['share', 'send'], ...state } })
const waitingReceipt = (more: Partial<JobView>) => {
  const write = { ...queuedJob, subject: someReceipt.id, ...more }
  const receipt = write.route === 'createReceipt' ? { ...someReceipt, version: 0 } : someReceipt
  return of(ReceiptDetail, {
    path: `/receipt/${someReceipt.id}`,
    route: '/receipt/:id',
    state: { jobs: [write], receipts: ready([{ receipt, queued: write }]), receipt: accepted(receipt) },
  })
}
const queued = (more: Partial<JobView>) => thanks('receipt', { jobs: [{ ...queuedJob, ...more }] })

export const outboxCases: Readonly<Record<string, Case>> = {
  'outbox-mixed': outbox({
    jobs: mixed,
    unreadable: 1,
    outcomes: [{ ...receivedJob, settledAt: NOW - 240_000 }],
    lastSentAt: NOW - 240_000,
  }),
  'outbox-hundred': outbox({ jobs: [job(99, { ...rateLimited, receipt: receipt(99) }), ...many] }),
  'outbox-offline': outbox({
    connection: 'unreachable',
    jobs: [job(1, { waitsFor: 'network', nextTryAt: NOW + 240_000, receipt: receipt(1) })],
  }),
  'outbox-volatile': outbox({
    connection: 'unreachable',
    jobs: [job(1, { waitsFor: 'network', kept: false })],
  }),
  'outbox-sign-in': outbox({ signInNeeded: true, jobs: [job(1, { waitsFor: 'sign-in' })] }),
  'outbox-expired': outbox({ jobs: [job(1, { state: 'refused', expired: true })] }),
  'outbox-lost': outbox({ jobs: [job(1, { state: 'refused', lost: true, receipt: receipt(1) })] }),
  'outbox-empty': outbox({ lastSentAt: NOW - 240_000 }),
  'outbox-loading': outbox({ loaded: false }),
  'outbox-delete': outbox({ jobs: [job(1, { waitsFor: 'network' })], connection: 'unreachable' }, ['ลบ']),
  'receipt-queued': waitingReceipt({ waitsFor: 'network' }),
  'receipt-exists': waitingReceipt({
    state: 'refused',
    failure: { ...refused('RECEIPT_EXISTS'), current: { ...someReceipt, version: 3 } } as Failure,
  }),
  'receipt-lost': waitingReceipt({ state: 'refused', lost: true }),
  'receipt-withdrawing': waitingReceipt({ route: 'deleteReceipt', receipt: null, waitsFor: 'network' }),
  'answer-refused': of(AnswerScreen, { state: { jobs: mixed.slice(1, 2) } }),
  'thanks-receipt': thanks('receipt', { outcomes: [receivedJob] }),
  'thanks-confirm': thanks('confirm', {
    outcomes: [{ ...receivedJob, ...plain, route: 'confirmConcert', attend: true }],
    reward: ready(rewardOf('confirmed', { prize: seat })),
  }),
  'thanks-answer': thanks('answer', {
    outcomes: [{ ...receivedJob, ...plain, route: 'postAnswer', answer: { text: 'ก', questionId: null } }],
  }),
  'thanks-checking': thanks('receipt', { loaded: false }),
  'thanks-unknown': thanks('receipt', {}),
  'thanks-sending': queued({ state: 'sending', progress: 0.4 }),
  'thanks-queued': queued({ waitsFor: 'network' }),
  'thanks-busy': queued({ waitsFor: 'server' }),
  'thanks-volatile': queued({ waitsFor: 'network', kept: false }),
  'thanks-sign-in': thanks('receipt', { jobs: [{ ...queuedJob, waitsFor: 'sign-in' }], signInNeeded: true }),
  'thanks-refused': queued({ state: 'refused', failure: refused('BELOW_MINIMUM') }),
  'thanks-exists': queued({ state: 'refused', failure: refused('RECEIPT_EXISTS') }),
  'thanks-deleted': thanks('receipt', { outcomes: [{ ...receivedJob, state: 'withdrawn' }] }),
}
