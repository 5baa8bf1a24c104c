import type { Words } from '#contract/languages.ts'
import {
  type ReceiptStatus,
  type RejectReason,
  rejectReasons,
  rejectReasonsEn,
} from '#contract/schema/receipt.ts'
import { countOf } from '#server/store/count.ts'
import { at, baht } from './cell.ts'
import { column, type ExportTable, inLang, width, wordFor } from './export-table.ts'
import { paginate } from './paginate.ts'

const statuses: Readonly<Record<ReceiptStatus, Words>> = {
  pending: { th: 'รอตรวจสอบ', en: 'pending' },
  approved: { th: 'ผ่าน', en: 'approved' },
  rejected: { th: 'ไม่ผ่าน', en: 'rejected' },
  void: { th: 'ไม่นับแล้ว', en: 'void' },
}

const disputed: Words = { th: 'รอตรวจสอบ (เลขที่ซ้ำกับลูกค้าอื่น)', en: 'pending (number disputed)' }

const reasons = Object.fromEntries(
  (Object.keys(rejectReasons) as RejectReason[]).map(reason => [
    reason,
    { th: rejectReasons[reason], en: rejectReasonsEn[reason] },
  ]),
)

export const receipts: ExportTable = {
  columns: [
    column('ร้าน', 'Store', width.text),
    column('สาขา', 'Branch', width.name),
    column('เลขที่ใบเสร็จ', 'Receipt number', width.name),
    column('ยอดซื้อ (บาท)', 'Amount (baht)', width.number),
    column('วันเวลาที่ซื้อ', 'Bought at', width.time),
    column('สถานะ', 'Status', width.short),
    column('เหตุผลที่ไม่ผ่าน', 'Reason for rejection', width.text),
    column('หมายเหตุ', 'Note', width.text),
    column('ส่งแก้ไข (ครั้ง)', 'Corrections', width.short),
    column('วันเวลาที่ส่ง', 'Sent at', width.time),
    column('วันเวลาที่ตรวจ', 'Reviewed at', width.time),
    column('รหัสใบเสร็จ', 'Receipt id', width.id),
    column('รหัสลูกค้า', 'Customer id', width.id),
  ],
  count: db => countOf(db.selectFrom('receipt')),
  async *rows(db, lang) {
    const all = db
      .selectFrom('receipt')
      .innerJoin('store', 'store.id', 'receipt.store_id')
      .leftJoin('receipt_dispute', 'receipt_dispute.receipt_id', 'receipt.id')
      .selectAll('receipt')
      .select(['store.name_th', 'store.name_en', 'store.branch', 'store.branch_en'])
      .select('receipt_dispute.state as disputed')
      .orderBy('receipt.id')
    const read = (last: { id: string } | null, limit: number) =>
      all
        .where('receipt.id', '>', last?.id ?? '')
        .limit(limit)
        .execute()
    for await (const row of paginate(read)) {
      yield [
        inLang(row.name_th, row.name_en, lang),
        inLang(row.branch, row.branch_en, lang),
        row.receipt_no,
        baht(row.amount_satang),
        at(row.purchased_at),
        (row.disputed === 'open' ? disputed : statuses[row.status])[lang],
        wordFor(reasons, row.reject_reason, lang),
        row.reject_note,
        row.resubmits,
        at(row.created_at),
        at(row.reviewed_at),
        row.id,
        row.customer_id,
      ]
    }
  },
}
