import type { Selectable } from 'kysely'
import { RESUBMIT_MAX } from '#contract/limits.ts'
import { rightsOf } from '#contract/rules.ts'
import {
  type Receipt,
  type ReceiptStatus,
  type RejectReason,
  rejectReasons,
  rejectReasonsEn,
} from '#contract/schema/receipt.ts'
import { isoOf, isoOrNull } from '#contract/time.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { rightsRule, SATANG } from '#server/campaign/rights.ts'
import { ticketsOf } from '#server/campaign/tickets.ts'
import { ApiError } from '#server/errors.ts'
import type { ListPlace } from '#server/http/paging.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { disputedAmong } from './claim.ts'
import { asSent, correctedFromOf } from './correction.ts'

export type ReceiptRow = Selectable<Tables['receipt']>

/** Does not check who owns the receipt. */
export const receiptRow = (db: Db, id: string): Promise<ReceiptRow | undefined> =>
  db.selectFrom('receipt').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns null for an unknown id. Throws NOT_FOUND for another customer's receipt. */
export async function ownReceipt(db: Db, customerId: string, id: string): Promise<ReceiptRow | null> {
  const row = await receiptRow(db, id)
  if (!row) return null
  if (row.customer_id !== customerId) throw new ApiError('NOT_FOUND')
  return row
}

export async function imagesOf(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('receipt_image')
    .select('sha256')
    .where('receipt_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(row => row.sha256)
}

/** Returns the newest receipts first, with one extra row if there is a next page. */
export async function receiptRows(
  db: Db,
  customerId: string,
  page: { place: ListPlace | null; limit: number; status?: ReceiptStatus | undefined },
): Promise<ReceiptRow[]> {
  const { place, status } = page
  let rows = db
    .selectFrom('receipt')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (status) rows = rows.where('status', '=', status)
  if (place) {
    rows = rows.where(eb => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(place.at, place.id)))
  }
  return rows.execute()
}

export async function showReceipts(
  db: Db,
  rows: readonly ReceiptRow[],
  known?: Campaign,
): Promise<Receipt[]> {
  if (rows.length === 0) return []
  const ids = rows.map(row => row.id)
  const campaign = known ?? (await readCampaign(db))
  const stores = await db
    .selectFrom('store')
    .select(['id', 'name_th', 'name_en'])
    .where('id', 'in', [...new Set(rows.flatMap(row => [row.store_id, asSent(row).store_id]))])
    .execute()
  const images = await db
    .selectFrom('receipt_image')
    .select(['receipt_id', 'sha256'])
    .where('receipt_id', 'in', ids)
    .orderBy('position')
    .execute()
  const tickets = await ticketsOf(db, 'receipt', ids)
  const disputed = await disputedAmong(db, ids)
  return rows.map(row => {
    const store = stores.find(({ id }) => id === row.store_id)
    return {
      ...shown(row),
      storeName: store?.name_th ?? '',
      storeNameEn: store?.name_en ?? null,
      images: images.filter(image => image.receipt_id === row.id).map(image => image.sha256),
      disputed: disputed.has(row.id),
      rights: disputed.has(row.id) ? 0 : rightsShown(row, campaign, tickets.get(row.id) ?? 0),
      correctedFrom: correctedFromOf(row, stores),
    }
  })
}

export async function showReceipt(db: Db, row: ReceiptRow): Promise<Receipt> {
  const [receipt] = await showReceipts(db, [row])
  if (!receipt) throw new Error('showReceipts returned no receipt for its row')
  return receipt
}

function shown(
  row: ReceiptRow,
): Omit<Receipt, 'storeName' | 'storeNameEn' | 'images' | 'disputed' | 'rights' | 'correctedFrom'> {
  const resubmitsLeft = Math.max(0, RESUBMIT_MAX - row.resubmits)
  return {
    id: row.id,
    storeId: row.store_id,
    receiptNo: row.receipt_no,
    amount: row.amount_satang / SATANG,
    purchasedAt: isoOf(row.purchased_at),
    status: row.status,
    rejectReason: row.reject_reason,
    rejectText: rejectTextOf(row, rejectReasons),
    rejectTextEn: rejectTextOf(row, rejectReasonsEn),
    editable: row.status === 'pending' || (row.status === 'rejected' && resubmitsLeft > 0),
    resubmitsLeft,
    version: row.version,
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
    reviewedAt: isoOrNull(row.reviewed_at),
  }
}

function rejectTextOf(row: ReceiptRow, reasons: Readonly<Record<RejectReason, string>>): string | null {
  if (row.reject_reason === null) return null
  const texts: Readonly<Record<string, string>> = reasons
  const text = texts[row.reject_reason] ?? reasons.OTHER
  return row.reject_note ? `${text}: ${row.reject_note}` : text
}

function rightsShown(row: ReceiptRow, campaign: Campaign, tickets: number): number {
  if (row.status === 'approved') return tickets
  return row.status === 'pending' ? rightsOf(row.amount_satang / SATANG, rightsRule(campaign)) : 0
}
