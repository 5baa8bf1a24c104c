import type { Answer } from '#contract/calls.ts'
import type { MessageSettings } from '#contract/schema/message-settings.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { SeenSeal } from '#src/domain/draw-witness.ts'
import type { Failure, LineFeature, LineProfile, Photo, PhotoReply, Ports, Reply } from '#src/ports.ts'
import type { EndedSignIn } from '#src/startup/ended-sign-in.ts'
import type { Waiting } from '#src/startup/waiting.ts'
import type { JobView, Phase, ReceiptDraft, Resource, Sent } from '#src/state/types.ts'
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
export const usual = {
  phase: { kind: 'ready', customerId: CUSTOMER_ID, online: true } as Phase,
  slow: false,
  waiting: null as Waiting | null,
  signInNeeded: false,
  /** Time until which the server has asked the outbox to wait, by the phone's clock. */
  heldUntil: null as number | null,
  endedSignIn: { kind: 'signed-in' } as EndedSignIn,
  /** The signed-in customer's id. If undefined, the customer of `phase`. */
  customerId: undefined as string | null | undefined,
  profile: { userId: `U${'1'.repeat(32)}`, displayName: 'มะลิ ☁️', pictureUrl: null } as LineProfile | null,
  activity: ready(openActivity),
  customer: ready(registered),
  messages: ready<MessageSettings>({
    offered: true,
    reach: 'unknown',
    groups: { receipts: true, draw: true, coupons: true, news: false },
  }),
  tickets: ready(someTickets),
  reward: ready<Reward | null>(someReward),
  receipts: ready(someEntries),
  hasMore: false,
  /** The error that loading older receipts ends with; null if loading succeeds. */
  more: null as Failure | null,
  copyText: (async () => true) as Ports['copyText'],
  /** True if single requests and drafts never finish loading. */
  hanging: false,
  receipt: accepted(someReceipt),
  receiptDraft: null as ReceiptDraft | null,
  question: ready<Answer<'question'>>({
    id: '01938000-0000-7000-8000-0000000000b1',
    textTh: 'ฟองฟูรสไหนที่คุณอยากพกไปดูคอนเสิร์ตที่สุด เพราะอะไร',
    kind: 'text',
    maxLen: 200,
    closesAt: '2026-12-15T23:59:59+07:00',
  }),
  last: ready<Answer<'lastAnswer'>>({ answerText: null }),
  answers: ready<Answer<'answerHistory'>>([]),
  draw: accepted<Answer<'draw'>>({
    id: '01938000-0000-7000-8000-0000000000d1',
    commitment: '9f'.repeat(32),
    beacon: null,
    sealedAt: null,
    entriesHash: null,
    entriesCount: 48_210,
    winners: [],
  }),
  seals: [] as readonly SeenSeal[] | null,
  qr: ready<Answer<'getRewardQr'>>({
    payload: 'FF1.01938000.7G2K9Q4M',
    expiresAt: new Date(NOW + 30_000).toISOString(),
    step: 30,
  }),
  master: smallMaster,
  masterState: ready({ version: '1' }),
  jobs: [] as readonly JobView[],
  connection: 'reachable' as 'unknown' | 'reachable' | 'unreachable',
  strangerAnswers: false,
  loaded: true,
  outcomes: [] as readonly JobView[],
  unreadable: 0,
  lastSentAt: null as number | null,
  /** Result of each write. The fake app adds the id. */
  sent: { state: 'received' } as SentState,
  register: accepted<Answer<'register'>>({
    customerId: CUSTOMER_ID,
    accessToken: 'token',
    expiresAt: '2026-12-20T12:00:00+07:00',
    status: 'registered',
  }),
  cancel: accepted({ cancelledAt: '2026-11-20T12:00:00+07:00' }),
  agree: accepted(registered),
  prepared: { ok: true, photo: somePhoto } as PhotoReply,
  photo: null as Blob | null,
  photoProblem: null as 'dark' | 'blurred' | null,
  lastStore: null as number | null,
  /** The receipt reader's result for every photo. */
  reading: null as Answer<'readReceipt'> | null,
  features: ['share', 'scan'] as readonly LineFeature[],
  inClient: true,
  language: 'th-TH',
  dark: false,
  drafts: {} as Readonly<Record<string, unknown>>,
  use: accepted<Answer<'useReward'>>({
    reward: someReward,
    code: '7Q4K-9FXT',
    usedAt: '2026-11-20T12:00:00+07:00',
  }),
  proven: null as boolean | null,
  scanned: 'BD-10-001' as string | null,
  /** How many milliseconds the phone's clock is behind. */
  behind: 0,
  now: () => NOW,
  clock: { now: () => NOW, after: () => never } as Ports['clock'],
}

export type FakeState = typeof usual
