import { rejectReasons, rejectReasonsEn } from '#contract/schema/receipt.ts'
import type { Failure } from '#src/ports.ts'
import AnswerScreen from '#src/screens/answer/answer.tsx'
import AnswerHistory from '#src/screens/answer-history/answer-history.tsx'
import ComingSoon from '#src/screens/coming-soon/coming-soon.tsx'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import Entries from '#src/screens/entries/entries.tsx'
import Home from '#src/screens/home/home.tsx'
import Landing from '#src/screens/landing/landing.tsx'
import NotFound from '#src/screens/not-found/not-found.tsx'
import Profile from '#src/screens/profile/profile.tsx'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import ReceiptHistory from '#src/screens/receipt-history/receipt-history.tsx'
import { Register } from '#src/screens/register/register.tsx'
import Stopped from '#src/screens/startup/stopped.tsx'
import UpdateProfile from '#src/screens/update-profile/update-profile.tsx'
import { lineObstacle, noNetwork } from '#src/startup/obstacle.ts'
import type { Phase } from '#src/state/types.ts'
import { agreedScreen } from '#src/ui/agree/agreed.tsx'
import { BrokenScreen } from '#src/ui/broken-screen.tsx'
import {
  adult,
  agreed,
  NOW,
  openActivity,
  queuedJob,
  registered,
  someEntries,
  someReceipt,
  someReward,
} from '#tests/kit/fake-data.ts'
import {
  accepted,
  type FakeState,
  failed,
  filledDraft,
  loading,
  ready,
  refused,
} from '#tests/kit/fake-state.ts'
import { noTickets, someTickets } from '#tests/kit/fake-tickets.ts'
import { type Case, of, offline, wonReward } from './case.tsx'
import { helpCases } from './help-cases.tsx'
import { nameCases } from './name-cases.tsx'
import { outboxCases } from './outbox-cases.tsx'
import { Parts } from './parts.tsx'
import { receiptCases } from './receipt-cases.tsx'
import { resultCases } from './result-cases.tsx'
import { rewardCases } from './reward-cases.tsx'

const startup = (phase: Phase, state: Partial<FakeState> = {}): Case => ({
  screen: <Stopped />,
  state: { phase, ...state },
})
const rejected = {
  ...someReceipt,
  status: 'rejected' as const,
  rejectText: rejectReasons.BLURRY,
  rejectTextEn: rejectReasonsEn.BLURRY,
}
const registering = { phase: { kind: 'register' } as const }
const empty = ready([])
const asked = {
  customer: ready({ ...registered, consents: { ...registered.consents, changed: ['terms' as const] } }),
}

export const cases: Readonly<Record<string, Case>> = {
  'home-ready': of(Home),
  'home-first-visit': of(Home, {
    state: {
      reward: ready({ ...someReward, rights: { total: 0, pending: 0, used: 0 }, items: [] }),
      receipts: empty,
    },
  }),
  'home-loading': of(Home, {
    state: { activity: loading, customer: loading, reward: loading, receipts: loading },
  }),
  'home-offline': of(Home, { state: offline }),
  'home-won': of(Home, { state: { reward: ready(wonReward) } }),
  'home-welcome': of(Home, { state: { drafts: { welcome: 'มะลิ' } } }),
  'home-terms': of(Home, { act: ['เงื่อนไขกิจกรรม'] }),
  'home-toast': of(Home, { toast: 'บันทึกให้แล้ว จะส่งเมื่อมีสัญญาณ' }),
  landing: of(Landing, { state: registering, path: '/register' }),
  'landing-permit': of(Landing, {
    state: { ...registering, activity: ready({ ...openActivity, permitNo: '123/2569' }) },
    path: '/register',
  }),
  'landing-loading': of(Landing, { state: { ...registering, activity: loading }, path: '/register' }),
  'register-terms': of(Register, { state: registering }),
  'register-terms-unticked': of(Register, { state: registering, act: ['ถัดไป'] }),
  'register-changed': of(Register, {
    state: { ...registering, drafts: { register: { ...agreed, terms: false, changed: true } } },
  }),
  'agree-prompt': of(Home, { state: asked }),
  'agree-before-answering': of(agreedScreen(AnswerScreen), {
    state: { ...asked, drafts: { 'agree-later': true } },
  }),
  'agree-outdated': of(agreedScreen(AnswerScreen), {
    state: {
      ...asked,
      drafts: { 'agree-later': true },
      activity: ready({ ...openActivity, textHashes: ['older'] }),
    },
  }),
  'register-data': of(Register, {
    state: { ...registering, drafts: { register: { ...agreed, customer: adult } } },
    act: ['ถัดไป'],
  }),
  'register-data-errors': of(Register, {
    state: { ...registering, drafts: { register: agreed } },
    act: ['ถัดไป', 'ลงทะเบียน'],
  }),
  'register-data-minor': of(Register, {
    state: {
      ...registering,
      drafts: { register: { ...agreed, customer: { ...adult, birthDate: '2010-04-13' } } },
    },
    act: ['ถัดไป', 'ลงทะเบียน'],
  }),
  'receipt-new': of(ReceiptScreen),
  'receipt-filled': of(ReceiptScreen, { state: { receiptDraft: filledDraft } }),
  'receipt-errors': of(ReceiptScreen, { act: ['ตรวจสอบและส่ง'] }),
  'receipt-confirm': of(ReceiptScreen, { state: { receiptDraft: filledDraft }, act: ['ตรวจสอบและส่ง'] }),
  'receipt-number-question': of(ReceiptScreen, {
    state: { receiptDraft: { ...filledDraft, receiptNo: 'X-77' } },
    act: ['ตรวจสอบและส่ง'],
  }),
  'receipt-refused': of(ReceiptScreen, {
    state: { receiptDraft: filledDraft, sent: { state: 'refused', failure: refused('RECEIPT_DUPLICATE') } },
    act: ['ตรวจสอบและส่ง', 'ยืนยันส่ง'],
  }),
  'receipt-stores': of(ReceiptScreen, { act: ['เลือกร้านค้า'] }),
  'receipt-correct': of(ReceiptScreen, {
    path: `/receipt/${rejected.id}/edit`,
    route: '/receipt/:id/edit',
    state: { receipt: accepted(rejected) },
  }),
  ...receiptCases,
  'history-ready': of(ReceiptHistory, { state: { hasMore: true } }),
  'history-empty': of(ReceiptHistory, { state: { receipts: empty } }),
  'history-loading': of(ReceiptHistory, { state: { receipts: loading } }),
  'history-failed': of(ReceiptHistory, { state: { receipts: failed() } }),
  'history-offline': of(ReceiptHistory, {
    state: {
      ...offline,
      receipts: ready([
        ...someEntries,
        {
          receipt: { ...someReceipt, id: '01938000-0000-7000-8000-0000000000a6' },
          queued: { ...queuedJob, state: 'refused', failure: refused('RECEIPT_DUPLICATE') },
        },
      ]),
    },
  }),
  'entries-ready': of(Entries, { state: { tickets: ready({ ...someTickets, next: 'x' }) } }),
  'entries-all-numbers': of(Entries, { act: ['ดูอีก 2 หมายเลข'] }),
  'entries-sealed': of(Entries, { state: { tickets: ready({ ...someTickets, sealed: true }) } }),
  'entries-empty': of(Entries, { state: { tickets: ready(noTickets) } }),
  'entries-loading': of(Entries, { state: { tickets: loading } }),
  'entries-failed': of(Entries, { state: { tickets: failed() } }),
  'entries-offline': of(Entries, { state: { ...offline, tickets: failed(someTickets) } }),
  'coming-soon': of(ComingSoon, {
    state: {
      phase: { kind: 'pending' },
      activity: ready({ ...openActivity, pendingPlatform: true, opensAt: '2026-11-23T10:00:00+07:00' }),
    },
  }),
  'end-campaign': of(EndCampaign, {
    state: { activity: ready({ ...openActivity, endPlatform: true, closesAt: '2026-11-19T23:59:59+07:00' }) },
  }),
  ...helpCases,
  ...resultCases,
  'not-found': of(NotFound),
  broken: { screen: <BrokenScreen again={() => {}} /> },
  'start-loading': startup({ kind: 'starting' }),
  'start-slow': startup({ kind: 'starting' }, { slow: true }),
  'start-not-in-line': startup({ kind: 'not-in-line', url: 'https://liff.line.me/2000000001-Campaign' }),
  'start-add-friend': startup({ kind: 'add-friend', url: 'https://line.me/R/ti/p/@campaign', last: null }),
  'start-offline': startup({ kind: 'offline', ...noNetwork }),
  'start-busy': startup({
    kind: 'offline',
    ...noNetwork,
    why: 'busy',
    until: NOW + 60_000,
    reference: 'req-0193-8a21',
  }),
  'start-line': startup({ kind: 'offline', ...lineObstacle('UNKNOWN') }),
  'start-failed': startup({
    kind: 'failed',
    code: 'LINE_TOKEN_INVALID',
    message: '',
    requestId: 'req-0193-8a21',
  }),
  'start-blocked': startup({
    kind: 'failed',
    code: 'CUSTOMER_BLOCKED',
    message: '',
    requestId: 'req-0193-8a21',
  }),
  'start-clock': startup({ kind: 'clock', phone: NOW - 86_400_000, server: NOW }),
  'start-signed-out': startup({ kind: 'signed-out', why: 'logged-out' }),
  'start-left': startup({ kind: 'signed-out', why: 'cancelled' }),
  'start-left-again': startup({ kind: 'failed', code: 'CUSTOMER_CANCELLED', message: '', requestId: null }),
  'start-replaced': startup({ kind: 'signed-out', why: 'replaced' }),
  'answer-ready': of(AnswerScreen),
  'answer-none': of(AnswerScreen, { state: { question: ready(null) } }),
  'answer-choice': of(AnswerScreen, {
    state: {
      question: ready({
        id: '01938000-0000-7000-8000-0000000000b2',
        textTh: 'ฟองฟูมีกี่รส',
        kind: 'choice',
        choices: ['2 รส', '3 รส', '4 รส'],
        maxLen: 20,
        closesAt: null,
      }),
      last: ready({ answerText: '3 รส', questionId: '01938000-0000-7000-8000-0000000000b2' }),
    },
  }),
  'answer-closed': of(AnswerScreen, {
    state: {
      question: ready({
        id: '01938000-0000-7000-8000-0000000000b2',
        textTh: 'ฟองฟูมีกี่รส',
        kind: 'text',
        maxLen: 20,
        closesAt: '2026-11-20T11:00:00+07:00',
      }),
      last: ready({ answerText: '3 รส', questionId: '01938000-0000-7000-8000-0000000000b2' }),
    },
  }),
  'answer-empty': of(AnswerScreen, { act: ['ส่งคำตอบ'] }),
  'answers-ready': of(AnswerHistory, {
    state: {
      answers: ready(
        ['รสลิ้นจี่ พกง่าย ดื่มแล้วสดชื่นก่อนเข้าคอนเสิร์ต', 'ป็อป'].map((answerText, index) => ({
          id: `01938000-0000-7000-8000-0000000000c${index}`,
          questionId: `01938000-0000-7000-8000-0000000000b${index + 1}`,
          questionTextTh:
            index === 0 ? 'ฟองฟูรสไหนที่คุณอยากพกไปดูคอนเสิร์ตที่สุด เพราะอะไร' : 'เพลงเปิดคอนเสิร์ตที่คุณอยากฟังที่สุดคือแนวไหน',
          questionTextEn:
            index === 0
              ? 'Which Fongfu would you take to the concert, and why?'
              : 'What kind of song should open the concert?',
          answerText,
          answeredAt: `2026-11-${19 - index}T10:30:00+07:00`,
        })),
      ),
    },
  }),
  'answers-empty': of(AnswerHistory),
  'profile-ready': of(Profile, { state: { jobs: [queuedJob] } }),
  'profile-offline': of(Profile, { state: { ...offline, features: [], inClient: false } }),
  'profile-browser': of(Profile, { state: { features: ['share'], inClient: false } }),
  'profile-messages-waiting': of(Profile, {
    state: {
      ...offline,
      messages: failed({
        offered: true,
        reach: 'blocked',
        groups: { receipts: true, draw: false, coupons: true, news: false },
      }),
      jobs: [{ ...queuedJob, route: 'putMessageSettings', subject: null, receipt: null }],
    },
  }),
  'profile-logout': of(Profile, { state: { jobs: [queuedJob] }, act: ['ออกจากระบบ'] }),
  'profile-copy': of(Profile, { state: { jobs: [queuedJob] }, act: ['ขอลิงก์ดาวน์โหลด'] }),
  'profile-leave': of(Profile, { act: ['ยกเลิกการเข้าร่วม'] }),
  'update-profile': of(UpdateProfile),
  'update-profile-conflict': of(UpdateProfile, {
    state: {
      drafts: { profile: adult },
      sent: {
        state: 'refused',
        failure: { ...refused('VERSION_CONFLICT'), current: { ...registered, version: 2 } } as Failure,
      },
    },
    act: ['บันทึก'],
  }),
  ...outboxCases,
  ...rewardCases,
  ...nameCases,
  parts: of(Parts),
  'parts-tooltip': of(Parts, { act: ['คืออะไร'] }),
  'parts-dialog': of(Parts, { act: ['เปิดกล่อง'] }),
  'parts-toasts': of(Parts, { act: ['แสดงข้อความแจ้ง'] }),
}
