import { type Receipt, rejectReasons, rejectReasonsEn } from '#contract/schema/receipt.ts'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import { openActivity, someReceipt } from '#tests/kit/fake-data.ts'
import { type FakeState, ready } from '#tests/kit/fake-state.ts'
import { type Case, of } from './case.tsx'

const detail = (receipt: Partial<Receipt>, state: Partial<FakeState> = {}, act: readonly string[] = []) =>
  of(ReceiptDetail, {
    path: `/receipt/${someReceipt.id}`,
    route: '/receipt/:id',
    state: { receipts: ready([{ receipt: { ...someReceipt, ...receipt }, queued: null }]), ...state },
    act,
  })
const images = [someReceipt.images[0] ?? '', 'c'.repeat(64)]

export const receiptCases: Readonly<Record<string, Case>> = {
  'receipt-pending': detail({}),
  'receipt-pending-no-promise': detail({}, { activity: ready({ ...openActivity, reviewDays: null }) }),
  'receipt-disputed': detail({ disputed: true, rights: 0 }),
  'receipt-overdue': detail({
    createdAt: '2026-11-15T09:10:00+07:00',
    updatedAt: '2026-11-15T09:10:00+07:00',
  }),
  'receipt-approved': detail({
    status: 'approved',
    rights: 3,
    editable: false,
    reviewedAt: '2026-11-20T09:30:00+07:00',
  }),
  'receipt-corrected': detail({
    status: 'approved',
    amount: 1250,
    rights: 12,
    editable: false,
    reviewedAt: '2026-11-20T09:30:00+07:00',
    correctedFrom: {
      store: { id: 2, name: 'บ้านดีมาร์ท สาขาลาดพร้าว', nameEn: 'Bandee Mart, Lat Phrao' },
      receiptNo: 'POS-07',
      amount: 125,
      purchasedAt: '2026-11-18T18:25:00+07:00',
    },
  }),
  'receipt-rejected': detail({
    status: 'rejected',
    rejectReason: 'BLURRY',
    rejectText: rejectReasons.BLURRY,
    rejectTextEn: rejectReasonsEn.BLURRY,
    reviewedAt: '2026-11-20T09:30:00+07:00',
  }),
  'receipt-rejected-for-good': detail({
    status: 'rejected',
    rejectReason: 'FRAUD',
    rejectText: rejectReasons.FRAUD,
    rejectTextEn: rejectReasonsEn.FRAUD,
    editable: false,
    resubmitsLeft: 0,
    reviewedAt: '2026-11-20T09:30:00+07:00',
  }),
  'receipt-void': detail({ status: 'void', editable: false }),
  'receipt-zoom': detail({ images }, {}, ['ขยายรูปที่ 1', 'ขยาย']),
}
