// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { screenRoutes } from '#src/boot/routes.ts'
import type { Failure } from '#src/ports.ts'
import AnswerScreen from '#src/screens/answer/answer.tsx'
import AnswerHistory from '#src/screens/answer-history/answer-history.tsx'
import ComingSoon from '#src/screens/coming-soon/coming-soon.tsx'
import Confirm from '#src/screens/confirm/confirm.tsx'
import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import Entries from '#src/screens/entries/entries.tsx'
import Help from '#src/screens/help/help.tsx'
import Home from '#src/screens/home/home.tsx'
import NotFound from '#src/screens/not-found/not-found.tsx'
import OutboxScreen from '#src/screens/outbox/outbox.tsx'
import Profile from '#src/screens/profile/profile.tsx'
import QrCode from '#src/screens/qr-code/qr-code.tsx'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import ReceiptHistory from '#src/screens/receipt-history/receipt-history.tsx'
import { Register } from '#src/screens/register/register.tsx'
import Thanks from '#src/screens/thanks/thanks.tsx'
import UpdateProfile from '#src/screens/update-profile/update-profile.tsx'
import WaitingAnnouncer from '#src/screens/waiting-announcer/waiting-announcer.tsx'
import { drawn } from '#tests/kit/drawn.ts'
import {
  adult,
  agreed,
  noLists,
  openActivity,
  pastAnswer,
  queuedJob,
  receivedJob,
  someReceipt,
  someReward,
  thanksFor,
} from '#tests/kit/fake-data.ts'
import {
  accepted,
  emptyDraft,
  type FakeState,
  failed,
  loading,
  ready,
  refused,
  refusedJob,
} from '#tests/kit/fake-state.ts'
import { noTickets } from '#tests/kit/fake-tickets.ts'
import { show } from '#tests/kit/render.tsx'

/** A state of a screen, and the text (`says`) that it must show once the buttons in `press` have been pressed. */
type State = {
  readonly state?: Partial<FakeState>
  readonly path?: string
  readonly press?: readonly string[]
  readonly says: string
}
type Row = {
  readonly screen: ReactNode
  readonly route?: string
  readonly path?: string
  readonly loading: State | 'nothing to wait for'
  readonly empty: State | 'nothing that can be missing'
  /** Defaults to `strip`. */
  readonly offline?: State
  readonly error: State | 'nothing that can fail'
  readonly done: State
}

const LOADING = 'กำลังโหลด...'
const FAILED = 'ยังเชื่อมต่ออินเทอร์เน็ตไม่ได้ ตรวจสอบสัญญาณแล้วลองใหม่นะ'
const unreachable = { connection: 'unreachable' as const, jobs: [queuedJob] }
const strip: State = { state: unreachable, says: 'ออฟไลน์อยู่' }
const phase = { kind: 'register' } as const
const joining = { phase, drafts: { register: { ...agreed, customer: adult } } }
const join = ['ถัดไป', 'ลงทะเบียน']
const purchasedAt = '2026-11-19T18:25'
const bought = { ...emptyDraft, storeId: 1, receiptNo: 'BD-1', amount: '325', purchasedAt }
/** A history without the receipt, so that the receipt's screen loads it. */
const unlisted = { receipts: ready([]) }
const approved = { ...someReceipt, status: 'approved', rights: 3, editable: false } as const
const failing = (failure: Failure) => ({ ok: false, failure, headers: null }) as const
const filled = { receiptDraft: { ...bought, kept: ['a'.repeat(64)] } }
const send = ['ตรวจสอบและส่ง', 'ยืนยันส่ง']
const announced = accepted({
  id: openActivity.features.drawId ?? '',
  commitment: '9f'.repeat(32),
  beacon: '482913',
  sealedAt: null,
  entriesHash: null,
  entriesCount: 3,
  winners: [{ name: 'มะ** ใจ**', ticketNo: 'T1', rank: 1 }],
})

const answer: Row = {
  screen: <AnswerScreen />,
  loading: { state: { question: loading }, says: LOADING },
  empty: { state: { question: ready(null) }, says: 'ยังไม่มีคำถาม' },
  error: { state: { question: failed() }, says: FAILED },
  done: {
    state: { last: ready({ questionId: '01938000-0000-7000-8000-0000000000b1', answerText: 'ก' }) },
    says: 'แก้ไขคำตอบ',
  },
}

const rows: Readonly<Record<string, Row>> = {
  home: {
    screen: <Home />,
    loading: { state: { reward: loading }, says: 'สิทธิ์ของคุณ' },
    empty: { state: { reward: ready(null), receipts: ready([]) }, says: 'ส่งใบเสร็จใบแรก' },
    error: { state: { reward: failed() }, says: 'ยังไม่มีข้อมูล' },
    done: { state: { drafts: { welcome: 'มะลิ' } }, says: 'ลงทะเบียนสำเร็จ' },
  },
  answer,
  continue: answer,
  receipt: {
    screen: <ReceiptScreen />,
    loading: { state: { hanging: true }, says: LOADING },
    empty: { says: 'ถ่ายรูปใบเสร็จ' },
    error: {
      state: { ...filled, sent: { state: 'refused', failure: refused('DAILY_LIMIT') } },
      press: send,
      says: 'รหัสอ้างอิง req-1',
    },
    done: { state: filled, press: ['ตรวจสอบและส่ง'], says: 'ยืนยันข้อมูลใบเสร็จ' },
  },
  updateReceipt: {
    screen: <ReceiptDetail />,
    route: '/receipt/:id',
    path: `/receipt/${someReceipt.id}`,
    loading: { state: { ...unlisted, hanging: true }, says: LOADING },
    empty: { state: { ...unlisted, receipt: failing(refused('NOT_FOUND')) }, says: 'ไม่พบใบเสร็จนี้' },
    error: { state: { ...unlisted, receipt: failing({ kind: 'network' }) }, says: FAILED },
    done: { state: { ...unlisted, receipt: accepted(approved) }, says: 'ผ่าน (+3 สิทธิ์)' },
  },
  correctReceipt: {
    screen: <ReceiptScreen />,
    route: '/receipt/:id/edit',
    path: `/receipt/${someReceipt.id}/edit`,
    loading: { state: { hanging: true }, says: LOADING },
    empty: { state: { receipt: failing(refused('NOT_FOUND')) }, says: 'ไม่พบใบเสร็จนี้' },
    error: { state: { receipt: failing({ kind: 'network' }) }, says: FAILED },
    done: { says: 'แก้ไขใบเสร็จ' },
  },
  profile: {
    screen: <Profile />,
    loading: { state: { customer: loading }, says: LOADING },
    empty: { state: { jobs: [], features: [], inClient: false }, says: 'ใช้ได้เมื่อเปิดใน LINE' },
    error: { state: { customer: failed() }, says: FAILED },
    done: { says: '08x-xxx-5678' },
  },
  updateProfile: {
    screen: <UpdateProfile />,
    loading: { state: { customer: loading }, says: LOADING },
    empty: 'nothing that can be missing',
    error: { state: { customer: failed() }, says: FAILED },
    done: { says: 'บันทึก' },
  },
  receiptHistory: {
    screen: <ReceiptHistory />,
    loading: { state: { receipts: loading }, says: LOADING },
    empty: { state: { receipts: ready([]) }, says: 'ยังไม่มีใบเสร็จ' },
    error: { state: { receipts: failed() }, says: FAILED },
    done: { says: 'ผ่าน (+5 สิทธิ์)' },
  },
  answerHistory: {
    screen: <AnswerHistory />,
    loading: { state: { answers: loading }, says: LOADING },
    empty: { says: 'ยังไม่มีคำตอบ' },
    error: { state: { answers: failed() }, says: FAILED },
    done: { state: { answers: ready([pastAnswer]) }, says: 'ลิ้นจี่' },
  },
  entries: {
    screen: <Entries />,
    loading: { state: { tickets: loading }, says: LOADING },
    empty: { state: { tickets: ready(noTickets) }, says: 'ยังไม่มีสิทธิ์ลุ้นรางวัล' },
    error: { state: { tickets: failed() }, says: FAILED },
    done: { says: 'FF-004512-5' },
  },
  register: {
    screen: <Register />,
    path: '/register',
    loading: { state: { ...joining, hanging: true }, press: join, says: 'กำลังส่ง...' },
    empty: { state: { phase }, press: ['ถัดไป'], says: 'กดยอมรับก่อนร่วมกิจกรรม' },
    offline: { state: { ...joining, connection: 'unreachable' }, says: 'ออฟไลน์อยู่' },
    error: {
      state: { ...joining, register: { ok: false, failure: refused('UNAVAILABLE'), headers: null } },
      press: join,
      says: 'รหัสอ้างอิง req-1',
    },
    done: { state: joining, press: ['ถัดไป'], says: 'ข้อมูลของคุณ' },
  },
  waitingAnnouncer: {
    screen: <WaitingAnnouncer />,
    loading: { state: { activity: loading }, says: LOADING },
    empty: { state: { hanging: true }, says: 'ประกาศผลในอีก' },
    error: { state: { draw: failing(refused('UNAVAILABLE')) }, says: 'ขออภัย มีบางอย่างผิดพลาด' },
    done: { state: { draw: announced, ...drawn('won') }, says: 'ยินดีด้วย คุณได้รับรางวัล' },
  },
  thanks: {
    screen: <Thanks />,
    path: thanksFor('receipt'),
    loading: { state: { loaded: false }, says: 'กำลังตรวจสอบ' },
    empty: { path: '/thanks', says: 'ขอบคุณที่มาร่วมสนุกกัน' },
    offline: { state: unreachable, says: 'บันทึกไว้แล้ว รอส่ง' },
    error: { state: { jobs: [refusedJob] }, says: 'ยอดซื้อไม่ถึงขั้นต่ำ' },
    done: { state: { outcomes: [receivedJob] }, says: 'เราได้รับใบเสร็จของคุณแล้ว' },
  },
  outbox: {
    screen: <OutboxScreen />,
    loading: { state: { loaded: false }, says: LOADING },
    empty: { says: 'ไม่มีรายการรอส่ง' },
    offline: { state: unreachable, says: 'แอปไม่ส่งขณะที่ปิดอยู่' },
    error: { state: { jobs: [refusedJob] }, says: 'ยอดซื้อไม่ถึงขั้นต่ำ' },
    done: { state: { outcomes: [receivedJob] }, says: 'ได้รับแล้ว' },
  },
  comingSoon: {
    screen: <ComingSoon />,
    loading: { state: { activity: loading }, says: 'กิจกรรมยังไม่เริ่ม' },
    empty: { state: { activity: loading }, says: 'กลับมาดูวันเริ่มกิจกรรม' },
    error: { state: { activity: failed() }, says: 'กลับมาดูวันเริ่มกิจกรรม' },
    done: { says: 'กิจกรรมเริ่มแล้ว!' },
  },
  qrCode: {
    screen: <QrCode />,
    loading: { state: { qr: loading }, says: LOADING },
    empty: { state: { reward: ready({ ...someReward, items: [] }) }, says: 'ยังไม่มีของรางวัล' },
    offline: { state: unreachable, says: 'ยังติดต่อระบบไม่ได้ รหัสนี้สร้างในเครื่องและยังใช้ได้' },
    error: { state: { qr: failed() }, says: 'ยังแสดงรหัสไม่ได้' },
    done: { says: 'แสดงรหัสนี้แก่เจ้าหน้าที่' },
  },
  confirm: {
    screen: <Confirm />,
    loading: { state: { reward: loading }, says: LOADING },
    empty: { state: { reward: ready(null) }, says: 'บัญชีนี้ไม่มีสิทธิ์ลุ้นรางวัล' },
    offline: {
      state: { ...drawn('won'), ...unreachable, jobs: [{ ...queuedJob, route: 'confirmConcert' }] },
      says: 'ยังไม่ถือเป็นที่สิ้นสุด',
    },
    error: { state: { reward: failed() }, says: FAILED },
    done: { state: drawn('confirmed'), says: 'ยืนยันรับรางวัลแล้ว' },
  },
  endCampaign: {
    screen: <EndCampaign />,
    loading: { state: { activity: loading }, says: 'กิจกรรมสิ้นสุดแล้ว' },
    empty: { state: { reward: ready(null) }, says: 'บัญชีนี้ไม่มีสิทธิ์ลุ้นรางวัล' },
    error: { state: { reward: failed() }, says: FAILED },
    done: { says: 'ประกาศผลรางวัล 15 มกราคม 2570' },
  },
  help: {
    screen: <Help />,
    loading: { state: { master: noLists, masterState: loading }, says: LOADING },
    empty: { state: { master: noLists }, says: 'ไม่พบร้านที่ค้นหา' },
    offline: { state: unreachable, says: 'คำถามที่พบบ่อย' },
    error: { state: { master: noLists, masterState: failed() }, says: FAILED },
    done: { says: 'ติดต่อเรา' },
  },
  notFound: {
    screen: <NotFound />,
    loading: 'nothing to wait for',
    empty: 'nothing that can be missing',
    error: 'nothing that can fail',
    done: { says: 'ไม่พบหน้านี้' },
  },
}

const kinds = ['loading', 'empty', 'offline', 'error', 'done'] as const
const cases = Object.entries(rows).flatMap(([name, row]) =>
  kinds.flatMap(kind => {
    const state = { offline: strip, ...row }[kind]
    return typeof state === 'string' ? [] : [[name, kind, row, state] as const]
  }),
)

test('covers every route of the app', () =>
  expect(Object.keys(rows).sort()).toEqual(screenRoutes.map(({ name }) => name).sort()))

describe('shows the state of each screen', () => {
  test.each(cases)('%s: %s', async (_name, _kind, { screen, path, route }, state) => {
    const place = { path: state.path ?? path ?? '/', ...(route === undefined ? {} : { route }) }
    const shown = await show(screen, state.state, place)
    for (const button of state.press ?? []) await shown.press(button)
    expect(shown.text()).toContain(state.says)
    expect(shown.container.querySelectorAll('h1')).toHaveLength(1)
    expect(document.title).toContain(' · ')
  })
})
