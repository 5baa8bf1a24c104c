import { LATE_RECEIPT_MS, RECEIPT_NO_MIN } from '#contract/limits.ts'
import type { Body } from '#contract/routes.ts'
import { bangkokDay, normaliseReceiptNo } from '#contract/rules.ts'
import { momentOf } from '#contract/time.ts'
import { type Campaign, requireAcceptingReceipts } from '#server/campaign/clock.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { ApiError, invalid } from '#server/errors.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'

/** What a customer says of a receipt. Amount in baht; times as ISO text. */
export type ReceiptFields = Body<'updateReceipt'>

/** The same, checked and as it is stored. */
export type CheckedReceipt = {
  store_id: number
  receipt_no: string
  amount_satang: number
  purchased_at: number
}

/** How far a phone's clock may run ahead before a purchase counts as in the future, in milliseconds. */
const FUTURE_MS = 5 * 60 * 1000

/**
 * Refuses what the campaign's rules do not take, the purchase first, then the store,
 * the amount and the photos. A purchase before the opening or after the close is OUT_OF_PERIOD; a store that this
 * campaign has never had is a wrong field, one that has left it is STORE_CLOSED.
 */
export async function checkReceipt(
  db: Db,
  campaign: Campaign,
  customerId: string,
  fields: ReceiptFields,
  now: number,
): Promise<CheckedReceipt> {
  requireAcceptingReceipts(campaign, now, madeAt(fields.at))
  const purchasedAt = momentOf(fields.purchasedAt)
  if (purchasedAt > now + FUTURE_MS) throw invalid('purchasedAt', 'future')
  if (purchasedAt < campaign.opens_at || purchasedAt >= campaign.closes_at)
    throw new ApiError('OUT_OF_PERIOD')
  if (normaliseReceiptNo(fields.receiptNo).length < RECEIPT_NO_MIN) throw invalid('receiptNo', 'receiptNo')
  await requireStore(db, fields.storeId)
  const amountSatang = Math.round(fields.amount * SATANG)
  if (amountSatang < campaign.min_amount_satang) throw new ApiError('BELOW_MINIMUM')
  await requireImages(db, customerId, fields.images)
  return {
    store_id: fields.storeId,
    receipt_no: fields.receiptNo,
    amount_satang: amountSatang,
    purchased_at: purchasedAt,
  }
}

/** When the phone says the receipt was made; null where it does not say. */
const madeAt = (at: string | undefined): number | null => (at === undefined ? null : momentOf(at))

async function requireStore(db: Db, id: number): Promise<void> {
  const store = await db.selectFrom('store').select('active').where('id', '=', id).executeTakeFirst()
  if (!store) throw invalid('storeId', 'unknown')
  if (store.active !== 1) throw new ApiError('STORE_CLOSED')
}

/** Every photo must be this customer's own finished upload; another customer's is missing like any other. */
async function requireImages(db: Db, customerId: string, images: readonly string[]): Promise<void> {
  const found = await db
    .selectFrom('image')
    .select('sha256')
    .where('customer_id', '=', customerId)
    .where('sha256', 'in', images)
    .execute()
  if (found.length < images.length) throw new ApiError('IMAGE_MISSING')
}

/**
 * The Bangkok day a receipt counts for. Receipts wait on phones without a network, so the phone's word counts for
 * as long as a late receipt is taken at all; no further, or unused days could be filled up afterwards.
 */
export function sentDay(at: string | undefined, now: number): string {
  return bangkokDay(Math.min(now, Math.max(madeAt(at) ?? now, now - LATE_RECEIPT_MS)))
}

/** Refuses one more than the day's number; withdrawn ones do not count. The customer's row must be locked. */
export async function requireDailyLimit(
  db: Db,
  campaign: Campaign,
  customerId: string,
  day: string,
): Promise<void> {
  const sent = db
    .selectFrom('receipt')
    .where('customer_id', '=', customerId)
    .where('sent_day', '=', day)
    .where('status', '<>', 'void')
  if ((await countOf(sent)) >= campaign.max_receipts_per_day) throw new ApiError('DAILY_LIMIT')
}
