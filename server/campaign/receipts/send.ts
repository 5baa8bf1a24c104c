import { purchaseAsSent } from '#contract/purchase-as-sent.ts'
import { normaliseReceiptNo } from '#contract/rules.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { momentOf } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { bumpRewardVersion } from '#server/campaign/reward.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { ApiError } from '#server/errors.ts'
import { lockParticipant } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { claimReceiptNo } from './claim.ts'
import { ownReceipt, type ReceiptRow, showReceipt } from './read.ts'
import { checkReceipt, type ReceiptFields, requireDailyLimit, sentDay } from './rules.ts'

/**
 * Stores a new receipt. The phone creates the id, so a retry finds the first attempt's receipt even without its
 * idempotency key. Throws RECEIPT_EXISTS if the contents differ, so that no correction is lost silently.
 */
export async function sendReceipt(
  db: Db,
  customerId: string,
  id: string,
  fields: ReceiptFields,
  now: number,
): Promise<ReceiptRow> {
  await lockParticipant(db, customerId)
  const earlier = await ownReceipt(db, customerId, id)
  if (earlier) {
    const current = await showReceipt(db, earlier)
    if (!hasContents(current, fields)) throw new ApiError('RECEIPT_EXISTS', { current })
    return earlier
  }
  const campaign = await readCampaign(db)
  const checked = await checkReceipt(db, campaign, customerId, fields, now)
  const day = sentDay(fields.at, now)
  await requireDailyLimit(db, campaign, customerId, day)
  const row: ReceiptRow = {
    id,
    customer_id: customerId,
    ...checked,
    status: 'pending',
    reject_reason: null,
    reject_note: null,
    resubmits: 0,
    version: 1,
    sent_day: day,
    created_at: now,
    updated_at: now,
    reviewed_at: null,
    corrected_from: null,
    risk: 0,
    risk_version: 0,
    risk_codes: null,
  }
  const inserted = await db
    .insertInto('receipt')
    .values(row)
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new ApiError('NOT_FOUND')
  await claimReceiptNo(db, row, fields.images, now)
  await attachImages(db, row, fields.images)
  await bumpRewardVersion(db, customerId, now)
  return row
}

/** Ignores differences in how the same number or time is written, and what a reviewer has corrected since. */
function hasContents(receipt: Receipt, sent: ReceiptFields): boolean {
  const { storeId, receiptNo, amount, purchasedAt } = purchaseAsSent(receipt)
  return (
    storeId === sent.storeId &&
    normaliseReceiptNo(receiptNo) === normaliseReceiptNo(sent.receiptNo) &&
    Math.round(amount * SATANG) === Math.round(sent.amount * SATANG) &&
    momentOf(purchasedAt) === momentOf(sent.purchasedAt) &&
    receipt.images.join() === sent.images.join()
  )
}

export async function attachImages(db: Db, row: ReceiptRow, images: readonly string[]): Promise<void> {
  await db.deleteFrom('receipt_image').where('receipt_id', '=', row.id).execute()
  await db
    .insertInto('receipt_image')
    .values(
      images.map((sha256, position) => ({
        receipt_id: row.id,
        customer_id: row.customer_id,
        position,
        sha256,
      })),
    )
    .execute()
}
