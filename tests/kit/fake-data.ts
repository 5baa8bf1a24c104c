import type { Customer } from '#contract/schema/customer.ts'
import type { Activity, MasterAll } from '#contract/schema/master.ts'
import { type Receipt, rejectReasons, rejectReasonsEn } from '#contract/schema/receipt.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { isoOf } from '#contract/time.ts'
import type { JobView, ReceiptEntry } from '#src/state/types.ts'
import { NOON } from './noon.ts'

/** Current time of the fake app: noon in Bangkok on 20 November 2026. */
export const NOW = NOON

export const CUSTOMER_ID = '01938000-0000-7000-8000-000000000001'
const DRAW_ID = '01938000-0000-7000-8000-0000000000d1'
const hash = (digit: string) => digit.repeat(64)

export const openActivity: Activity = {
  endPlatform: false,
  pendingPlatform: false,
  serverTime: '2026-11-20T12:00:00+07:00',
  opensAt: '2026-11-01T00:00:00+07:00',
  closesAt: '2026-12-31T23:59:59+07:00',
  drawAt: '2027-01-08T10:00:00+07:00',
  announceAt: '2027-01-15T10:00:00+07:00',
  confirmBy: '2027-01-22T18:00:00+07:00',
  termsVersion: '1',
  privacyVersion: '1',
  bahtPerRight: 100,
  minAmount: 50,
  maxReceiptsPerDay: 10,
  minAge: 15,
  reviewDays: 3,
  permitNo: '1234/2569',
  features: { allowExternalBrowser: false, drawId: DRAW_ID, receiptReader: false },
}

export const registered: Customer = {
  id: CUSTOMER_ID,
  lineUserId: `U${'1'.repeat(32)}`,
  lineDisplayName: 'มะลิ ☁️',
  linePictureUrl: null,
  status: 'registered',
  firstName: 'มะลิ',
  lastName: 'ใจดี',
  phone: '0812345678',
  email: 'mali@example.com',
  birthDate: '1998-04-13',
  gender: 'female',
  addressLine: '99/1 ถนนสุขุมวิท',
  provinceId: 10,
  districtId: 1039,
  subdistrictId: 103901,
  postalCode: '10110',
  consents: {
    terms: { version: '1', at: '2026-11-02T09:30:00+07:00' },
    privacy: { version: '1', at: '2026-11-02T09:30:00+07:00' },
    marketing: true,
  },
  version: 1,
  createdAt: '2026-11-02T09:30:00+07:00',
}

export const adult = {
  firstName: 'มะลิ',
  lastName: 'ใจดี',
  phone: '081-234-5678',
  birthDate: '1998-04-13',
  addressLine: '99/1 ถนนสุขุมวิท',
  provinceId: '10',
  districtId: '1039',
  subdistrictId: '103901',
  postalCode: '10110',
}

export const agreed = {
  terms: true,
  privacy: true,
  marketing: false,
  guardian: false,
  shown: { termsVersion: '1', privacyVersion: '1' },
}

export const someReward: Reward = {
  id: '01938000-0000-7000-8000-0000000000e1',
  customerId: CUSTOMER_ID,
  rights: { total: 12, pending: 3, used: 0 },
  luckyDraw: {
    state: 'entered',
    drawId: DRAW_ID,
    drawAt: openActivity.drawAt,
    announceAt: openActivity.announceAt,
    confirmBy: openActivity.confirmBy,
    confirmedAt: null,
    rank: null,
    prize: null,
  },
  items: [
    item('welcome', 'คูปองต้อนรับ ฟองฟู 1 กระป๋อง', 'available', {
      titleEn: 'Welcome coupon: a can of Fongfu',
      closesAt: '2026-12-31T23:59:59+07:00',
    }),
    item('receipt', 'เครื่องดื่มฟรี 1 แก้ว', 'available', { titleEn: 'A free drink', needsStaff: true }),
    item('answer', 'สติกเกอร์ฟองฟู', 'used', {
      titleEn: 'Fongfu stickers',
      code: '11AC-7Q2K',
      usedAt: '2026-11-18T14:05:00+07:00',
    }),
    item('gift', 'ของที่ระลึกจำนวนจำกัด', 'outOfStock', { titleEn: 'Limited souvenir' }),
    item('concert', 'บัตรคอนเสิร์ต ฟองฟู เฟส', 'locked', {
      titleEn: 'Fongfu Fest concert tickets',
      opensAt: openActivity.announceAt,
      needsStaff: true,
    }),
  ],
  version: 1,
  updatedAt: '2026-11-20T11:00:00+07:00',
}

function item(
  rewardType: Reward['items'][number]['rewardType'],
  titleTh: string,
  state: Reward['items'][number]['state'],
  more: Partial<Reward['items'][number]> = {},
): Reward['items'][number] {
  const nothing = { opensAt: null, closesAt: null, usedAt: null, code: null, needsStaff: false }
  return { rewardType, titleTh, state, ...nothing, ...more }
}

export const someReceipt: Receipt = {
  id: '01938000-0000-7000-8000-0000000000a1',
  storeId: 1,
  storeName: 'บ้านดีมาร์ท สาขาสีลม',
  storeNameEn: 'Bandee Mart, Si Lom',
  receiptNo: 'BD-1203-004567',
  amount: 325,
  purchasedAt: '2026-11-19T18:25:00+07:00',
  images: [hash('a')],
  status: 'pending',
  rights: 0,
  rejectReason: null,
  rejectText: null,
  editable: true,
  resubmitsLeft: 3,
  version: 1,
  createdAt: '2026-11-19T18:40:00+07:00',
  updatedAt: '2026-11-19T18:40:00+07:00',
  reviewedAt: null,
}

export const SENT_ID = '01938000-0000-7000-8000-0000000000c1'

export const queuedJob: JobView = {
  id: SENT_ID,
  route: 'createReceipt',
  createdAt: NOW - 60_000,
  subject: '01938000-0000-7000-8000-0000000000a5',
  state: 'queued',
  waitsFor: null,
  nextTryAt: null,
  kept: true,
  progress: null,
  failure: null,
  expired: false,
  lost: false,
  settledAt: null,
  epoch: null,
  tries: 0,
  shown: false,
  receipt: {
    storeId: 1,
    receiptNo: 'BD-1203-004999',
    amount: 240,
    purchasedAt: '2026-11-19T18:25:00+07:00',
    images: [hash('a')],
    at: isoOf(NOW - 60_000),
  },
  answer: null,
  profile: null,
  attend: null,
}

export const receivedJob: JobView = { ...queuedJob, state: 'received', settledAt: NOW }

export const thanksFor = (sent: 'receipt' | 'answer' | 'confirm') => `/thanks?sent=${sent}&job=${SENT_ID}`

const receipt = (n: number, more: Partial<Receipt>): Receipt => ({
  ...someReceipt,
  id: `01938000-0000-7000-8000-0000000000a${n}`,
  ...more,
})

/** Receipts in every state. The queued receipt comes last here, but first on the screen. */
export const someEntries: readonly ReceiptEntry[] = [
  { receipt: someReceipt, queued: null },
  {
    receipt: receipt(2, {
      status: 'approved',
      rights: 5,
      editable: false,
      amount: 512.5,
      storeName: 'สุขใจซูเปอร์ สาขาปิ่นเกล้า',
      storeNameEn: 'Sukjai Super, Pinklao',
      receiptNo: '2501034789',
      purchasedAt: '2026-11-15T09:10:00+07:00',
    }),
    queued: null,
  },
  {
    receipt: receipt(3, {
      status: 'rejected',
      rejectReason: 'BLURRY',
      rejectText: rejectReasons.BLURRY,
      rejectTextEn: rejectReasonsEn.BLURRY,
      storeName: 'บ้านดีมาร์ท สาขาลาดพร้าว 71',
      storeNameEn: 'Bandee Mart, Lat Phrao 71',
      amount: 180,
    }),
    queued: null,
  },
  { receipt: receipt(4, { status: 'void', editable: false, amount: 99 }), queued: null },
  { receipt: receipt(5, { amount: 240, receiptNo: 'BD-1203-004999' }), queued: queuedJob },
]

/** The reward of a customer who has won a prize to be shipped, but has not confirmed it yet. */
export const shippedReward: Reward = {
  ...someReward,
  luckyDraw: {
    ...someReward.luckyDraw,
    state: 'won',
    rank: 60,
    prize: { key: 'case', titleTh: 'ฟองฟูยกลัง', titleEn: 'A case of Fongfu', delivery: 'shipped' },
  },
}

export const smallMaster: MasterAll = {
  version: '1',
  provinces: [
    { id: 10, nameTh: 'กรุงเทพมหานคร', nameEn: 'Bangkok' },
    { id: 50, nameTh: 'เชียงใหม่', nameEn: 'Chiang Mai' },
  ],
  districts: [
    { id: 1039, provinceId: 10, nameTh: 'วัฒนา' },
    { id: 1004, provinceId: 10, nameTh: 'บางรัก' },
    { id: 1033, provinceId: 10, nameTh: 'คลองเตย' },
    { id: 5001, provinceId: 50, nameTh: 'เมืองเชียงใหม่' },
  ],
  subdistricts: [
    { id: 103901, districtId: 1039, nameTh: 'คลองเตยเหนือ', postalCode: '10110' },
    { id: 103301, districtId: 1033, nameTh: 'คลองเตย', postalCode: '10110' },
    { id: 100404, districtId: 1004, nameTh: 'สีลม', postalCode: '10500' },
    { id: 500108, districtId: 5001, nameTh: 'สุเทพ', postalCode: '50200' },
  ],
  stores: [
    ['สีลม', 'Si Lom'] as const,
    ['อารีย์', 'Ari'] as const,
    ['ลาดพร้าว 71', 'Lat Phrao 71'] as const,
    ['บางแค', 'Bang Khae'] as const,
    ['นิมมานเหมินท์', 'Nimmanhaemin'] as const,
  ].map(([branch, branchEn], index) => ({
    id: index + 1,
    chain: 'บ้านดีมาร์ท',
    chainEn: 'Bandee Mart',
    nameTh: `บ้านดีมาร์ท สาขา${branch}`,
    nameEn: `Bandee Mart, ${branchEn}`,
    branch,
    branchEn,
    provinceId: 10,
    receiptNoHint: 'เลขที่ใต้คำว่า "ใบเสร็จรับเงิน" ขึ้นต้นด้วย BD เช่น BD-1203-004567',
    receiptNoHintEn: 'The number under "ใบเสร็จรับเงิน". It starts with BD, for example BD-1203-004567',
    receiptNoPattern: 'BD-####-######',
    receiptNoPlace: 'title',
  })),
}

/** The master data on a phone that has never loaded any. */
export const noLists: MasterAll = { version: '', provinces: [], districts: [], subdistricts: [], stores: [] }

export const pastAnswer = {
  id: '01938000-0000-7000-8000-0000000000c1',
  questionId: '01938000-0000-7000-8000-0000000000b9',
  questionTextTh: 'คำถามแรก',
  answerText: 'ลิ้นจี่',
  answeredAt: '2026-11-19T10:30:00+07:00',
}
