import { normaliseReceiptNo } from '#contract/rules.ts'
import { DAY_MS } from '#contract/time.ts'
import type { ReceiptRow } from '#server/campaign/receipts/read.ts'
import type { Db } from '#server/store/tables.ts'
import { findSimilarPhotos } from './similar-photos.ts'

/** A receipt that resembles another one. `what` names the similarity. */
export type Suspicion = { what: string; receiptId: string; customerId: string }

const NEAR_MS = DAY_MS
const MAX_EACH = 10

/**
 * Finds other receipts with the same number, the same photo, possibly the same photo in other bytes, or the same store and
 * amount within a day.
 */
export async function findSimilarReceipts(db: Db, row: ReceiptRow): Promise<Suspicion[]> {
  const mine = db.selectFrom('receipt_image').select('sha256').where('receipt_id', '=', row.id)
  const samePhoto = await db
    .selectFrom('receipt_image')
    .select(['receipt_id', 'customer_id'])
    .distinct()
    .where('sha256', 'in', mine)
    .where('receipt_id', '<>', row.id)
    .limit(MAX_EACH)
    .execute()
  const normalised = normaliseReceiptNo(row.receipt_no)
  const sameNumber = await db
    .selectFrom('receipt')
    .select(['id as receipt_id', 'customer_id', 'status'])
    .where('receipt_no', 'in', [...new Set([row.receipt_no, normalised])])
    .where('id', '<>', row.id)
    .limit(MAX_EACH)
    .execute()
  const claimed = await db
    .selectFrom('receipt_claim')
    .select(['receipt_id', 'customer_id'])
    .where('receipt_no', '=', normalised)
    .where('receipt_id', '<>', row.id)
    .limit(MAX_EACH)
    .execute()
  const alike = new Map([...sameNumber, ...claimed].map(one => [one.receipt_id, one]))
  const near = await db
    .selectFrom('receipt')
    .select(['id as receipt_id', 'customer_id'])
    .where('store_id', '=', row.store_id)
    .where('amount_satang', '=', row.amount_satang)
    .where('purchased_at', '>=', row.purchased_at - NEAR_MS)
    .where('purchased_at', '<=', row.purchased_at + NEAR_MS)
    .where('id', '<>', row.id)
    .limit(MAX_EACH)
    .execute()
  const named = (what: string) => (one: { receipt_id: string; customer_id: string }) => ({
    what,
    receiptId: one.receipt_id,
    customerId: one.customer_id,
  })
  const saved = new Set(samePhoto.map(one => one.receipt_id))
  const similarPhoto = await findSimilarPhotos(db, row.id)
  return [
    ...[...alike.values()].map(named('same number')),
    ...samePhoto.map(named('same photo')),
    ...similarPhoto
      .filter(one => !saved.has(one.receipt_id))
      .map(named('possibly the same photo, saved again')),
    ...near.map(named('same store and amount within a day')),
  ]
}
