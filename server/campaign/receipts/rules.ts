import type { Body } from '#contract/calls.ts'
import { LATE_RECEIPT_MS, RECEIPT_NO_MIN } from '#contract/limits.ts'
import { bangkokDay, normaliseReceiptNo } from '#contract/rules.ts'
import { MINUTE_MS, momentOf } from '#contract/time.ts'
import { type Campaign, requireAcceptingReceipts } from '#server/campaign/clock.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { ApiError, invalid } from '#server/errors.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'

export type ReceiptFields = Body<'updateReceipt'>

export type CheckedReceipt = {
  store_id: number
  receipt_no: string
  amount_satang: number
  purchased_at: number
}

/** Tolerance for phones with a fast clock, in milliseconds. */
const FUTURE_MS = 5 * MINUTE_MS

/** Validates a submitted receipt. Throws OUT_OF_PERIOD, VALIDATION, STORE_CLOSED, BELOW_MINIMUM or IMAGE_MISSING. */
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

const madeAt = (at: string | undefined): number | null => (at === undefined ? null : momentOf(at))

async function requireStore(db: Db, id: number): Promise<void> {
  const store = await db.selectFrom('store').select('active').where('id', '=', id).executeTakeFirst()
  if (!store) throw invalid('storeId', 'unknown')
  if (store.active !== 1) throw new ApiError('STORE_CLOSED')
}

/** Another customer's photo is treated as missing. */
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
 * Returns the Bangkok day whose daily limit applies to a receipt. Uses the phone's time, because the receipt may have
 * waited offline, but only as far back as late receipts are accepted, so that limits of past days cannot be used up.
 */
export function sentDay(at: string | undefined, now: number): string {
  return bangkokDay(Math.min(now, Math.max(madeAt(at) ?? now, now - LATE_RECEIPT_MS)))
}

/** Throws DAILY_LIMIT. The caller must have locked the customer. */
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
