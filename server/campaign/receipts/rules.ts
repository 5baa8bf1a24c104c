import type { Body } from '#contract/calls.ts'
import { LATE_RECEIPT_MS, RECEIPT_NO_MIN } from '#contract/limits.ts'
import { bangkokDay, normaliseReceiptNo } from '#contract/rules.ts'
import { MINUTE_MS, momentOf } from '#contract/time.ts'
import { type Campaign, requireAcceptingReceipts } from '#server/campaign/clock.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { ApiError, invalid } from '#server/errors.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import type { Purchase, SomeOfPurchase } from './correction.ts'

export type ReceiptFields = Body<'updateReceipt'>

/** Tolerance for phones with a fast clock, in milliseconds. */
const FUTURE_MS = 5 * MINUTE_MS

/** Validates a submitted receipt. Throws OUT_OF_PERIOD, VALIDATION, STORE_CLOSED, BELOW_MINIMUM or IMAGE_MISSING. */
export async function checkReceipt(
  db: Db,
  campaign: Campaign,
  customerId: string,
  fields: ReceiptFields,
  now: number,
): Promise<Purchase> {
  requireAcceptingReceipts(campaign, now, madeAt(fields.at))
  const purchase = {
    store_id: fields.storeId,
    receipt_no: fields.receiptNo,
    amount_satang: Math.round(fields.amount * SATANG),
    purchased_at: momentOf(fields.purchasedAt),
  }
  await checkPurchase(db, campaign, purchase, now)
  await requireImages(db, customerId, fields.images)
  return purchase
}

/**
 * Validates the purchase details that a customer sent, or only those that a reviewer corrects. Throws OUT_OF_PERIOD,
 * VALIDATION, STORE_CLOSED or BELOW_MINIMUM.
 */
export async function checkPurchase(
  db: Db,
  campaign: Campaign,
  { store_id: storeId, receipt_no: receiptNo, amount_satang: satang, purchased_at: at }: SomeOfPurchase,
  now: number,
): Promise<void> {
  if (at !== undefined && at > now + FUTURE_MS) throw invalid('purchasedAt', 'future')
  if (at !== undefined && (at < campaign.opens_at || at >= campaign.closes_at))
    throw new ApiError('OUT_OF_PERIOD')
  if (receiptNo !== undefined && normaliseReceiptNo(receiptNo).length < RECEIPT_NO_MIN)
    throw invalid('receiptNo', 'receiptNo')
  if (storeId !== undefined) await requireStore(db, storeId)
  if (satang !== undefined && satang < campaign.min_amount_satang) throw new ApiError('BELOW_MINIMUM')
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
