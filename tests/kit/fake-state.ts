import type { Answer } from '#contract/calls.ts'
import type { Customer } from '#contract/schema/customer.ts'
import type { Activity, MasterAll } from '#contract/schema/master.ts'
import type { MessageSettings } from '#contract/schema/message-settings.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { SeenSeal } from '#src/domain/draw-witness.ts'
import type { Failure, LineFeature, LineProfile, Photo, PhotoReply, Ports, Reply } from '#src/ports.ts'
import type { EndedSignIn } from '#src/startup/ended-sign-in.ts'
import type { Waiting } from '#src/startup/waiting.ts'
import type { JobView, Phase, ReceiptDraft, ReceiptEntry, Resource, Sent } from '#src/state/types.ts'
import {
  CUSTOMER_ID,
  NOW,
  openActivity,
  queuedJob,
  registered,
  smallMaster,
  someEntries,
  someReceipt,
  someReward,
} from './fake-data.ts'
import { someTickets } from './fake-tickets.ts'

export const ready = <T>(value: T): Resource<T> => ({
  state: 'ready',
  value,
  at: NOW - 60_000,
  refreshing: false,
})
export const failed = <T>(value: T | null = null): Resource<T> => ({
  state: 'failed',
  failure: { kind: 'network' },
  value,
  at: value === null ? null : NOW - HOUR_MS,
})
export const loading: Resource<never> = { state: 'loading' }
export const accepted = <T>(value: T): Reply<T> => ({ ok: true, value, headers: new Headers() })
export const refused = (
  code: (Failure & { kind: 'refused' })['code'],
  fields: readonly { path: string; code: string }[] = [],
): Failure => ({
  kind: 'refused',
  status: 400,
  code,
  message: code,
  fields,
  requestId: 'req-1',
  retryAfter: null,
  current: null,
})

export const refusedJob: JobView = { ...queuedJob, state: 'refused', failure: refused('BELOW_MINIMUM') }

/** The result of a write, without the job's id. */
type SentState = Sent extends infer One ? (One extends Sent ? Omit<One, 'id'> : never) : never

export type FakeState = {
  readonly phase: Phase
  readonly slow: boolean
  readonly waiting: Waiting | null
  readonly signInNeeded: boolean
  /** Until when the server has asked the outbox to wait, by the phone's clock. */
  readonly heldUntil: number | null
  readonly endedSignIn: EndedSignIn
  /** The signed-in customer; undefined for the one of the phase. */
  readonly customerId: string | null | undefined
  readonly profile: LineProfile | null
  readonly activity: Resource<Activity>
  readonly customer: Resource<Customer>
  readonly messages: Resource<MessageSettings>
  readonly reward: Resource<Reward | null>
  readonly receipts: Resource<readonly ReceiptEntry[]>
  readonly hasMore: boolean
  /** How loading older receipts fails; null if it succeeds. */
  readonly more: Failure | null
  readonly copyText: Ports['copyText']
  /** True if single requests and drafts never finish loading. */
  readonly hanging: boolean
  readonly receipt: Reply<Receipt>
  readonly receiptDraft: ReceiptDraft | null
  readonly question: Resource<Answer<'question'>>
  readonly last: Resource<Answer<'lastAnswer'>>
  readonly answers: Resource<Answer<'answerHistory'>>
  readonly tickets: Resource<Answer<'rewardTickets'>>
  readonly draw: Reply<Answer<'draw'>>
  readonly seals: readonly SeenSeal[] | null
  readonly qr: Resource<Answer<'getRewardQr'>>
  readonly master: MasterAll
  readonly masterState: Resource<{ version: string }>
  readonly jobs: readonly JobView[]
  readonly connection: 'unknown' | 'reachable' | 'unreachable'
  readonly strangerAnswers: boolean
  readonly loaded: boolean
  readonly outcomes: readonly JobView[]
  readonly unreadable: number
  readonly lastSentAt: number | null
  /** Result of each write. The fake app adds the id. */
  readonly sent: SentState
  readonly register: Reply<Answer<'register'>>
  readonly cancel: Reply<Answer<'cancel'>>
  readonly agree: Reply<Answer<'putConsents'>>
  readonly prepared: PhotoReply
  readonly photo: Blob | null
  readonly photoProblem: 'dark' | 'blurred' | null
  readonly lastStore: number | null
  /** What the receipt reader finds in every photo. */
  readonly reading: Answer<'readReceipt'> | null
  readonly features: readonly LineFeature[]
  readonly inClient: boolean
  readonly language: string
  readonly dark: boolean
  readonly drafts: Readonly<Record<string, unknown>>
  readonly use: Reply<Answer<'useReward'>>
  readonly proven: boolean | null
  readonly scanned: string | null
  /** How far the phone's clock is behind, in milliseconds. */
  readonly behind: number
  readonly now: () => number
  readonly clock: Ports['clock']
}

const never = () => {}

export const somePhoto: Photo = {
  bytes: new ArrayBuffer(8),
  type: 'image/jpeg',
  width: 900,
  height: 1600,
  sha256: 'b'.repeat(64),
}

export const emptyDraft: ReceiptDraft = {
  id: '01938000-0000-7000-8000-0000000000f1',
  version: null,
  storeId: null,
  receiptNo: '',
  amount: '',
  purchasedAt: '',
  photos: [],
  kept: [],
}

export const filledDraft: ReceiptDraft = {
  ...emptyDraft,
  storeId: 1,
  receiptNo: 'BD-1203-001111',
  amount: '325',
  purchasedAt: '2026-11-19T18:25',
  photos: [somePhoto],
}

/** Default state: a registered customer in an open campaign, online, inside LINE. */
export const usual: FakeState = {
  phase: { kind: 'ready', customerId: CUSTOMER_ID, online: true },
  slow: false,
  waiting: null,
  signInNeeded: false,
  heldUntil: null,
  endedSignIn: { kind: 'signed-in' },
  customerId: undefined,
  profile: { userId: `U${'1'.repeat(32)}`, displayName: 'มะลิ ☁️', pictureUrl: null },
  activity: ready(openActivity),
  customer: ready(registered),
  messages: ready({
    offered: true,
    reach: 'unknown',
    groups: { receipts: true, draw: true, coupons: true, news: false },
  }),
  tickets: ready(someTickets),
  reward: ready(someReward),
  receipts: ready(someEntries),
  hasMore: false,
  more: null,
  copyText: async () => true,
  hanging: false,
  receipt: accepted(someReceipt),
  receiptDraft: null,
  question: ready({
    id: '01938000-0000-7000-8000-0000000000b1',
    textTh: 'ฟองฟูรสไหนที่คุณอยากพกไปดูคอนเสิร์ตที่สุด เพราะอะไร',
    kind: 'text',
    maxLen: 200,
    closesAt: '2026-12-15T23:59:59+07:00',
  }),
  last: ready({ answerText: null }),
  answers: ready([]),
  draw: accepted({
    id: '01938000-0000-7000-8000-0000000000d1',
    commitment: '9f'.repeat(32),
    beacon: null,
    sealedAt: null,
    entriesHash: null,
    entriesCount: 48_210,
    winners: [],
  }),
  seals: [],
  qr: ready({ payload: 'FF1.01938000.7G2K9Q4M', expiresAt: new Date(NOW + 30_000).toISOString(), step: 30 }),
  master: smallMaster,
  masterState: ready({ version: '1' }),
  jobs: [],
  connection: 'reachable',
  strangerAnswers: false,
  loaded: true,
  outcomes: [],
  unreadable: 0,
  lastSentAt: null,
  sent: { state: 'received' },
  register: accepted({
    customerId: CUSTOMER_ID,
    accessToken: 'token',
    expiresAt: '2026-12-20T12:00:00+07:00',
    status: 'registered',
  }),
  cancel: accepted({ cancelledAt: '2026-11-20T12:00:00+07:00' }),
  agree: accepted(registered),
  prepared: { ok: true, photo: somePhoto },
  photo: null,
  photoProblem: null,
  lastStore: null,
  reading: null,
  features: ['share', 'scan'],
  inClient: true,
  language: 'th-TH',
  dark: false,
  drafts: {},
  use: accepted({ reward: someReward, code: '7Q4K-9FXT', usedAt: '2026-11-20T12:00:00+07:00' }),
  proven: null,
  scanned: 'BD-10-001',
  behind: 0,
  now: () => NOW,
  clock: { now: () => NOW, after: () => never },
}
