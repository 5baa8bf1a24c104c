import { normaliseReceiptNo } from '#contract/rules.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'
import type { ReceiptRow } from './read.ts'

/**
 * Claims a normalised receipt number per store, so that a paper receipt counts only once. A rejection or withdrawal
 * releases the number, so that a typo does not block the holder of the paper receipt. Throws RECEIPT_DUPLICATE.
 */
export async function claimReceiptNo(db: Db, receipt: ReceiptRow): Promise<void> {
  await releaseReceiptNo(db, receipt.id)
  const inserted = await db
    .insertInto('receipt_claim')
    .values({
      store_id: receipt.store_id,
      receipt_no: normaliseReceiptNo(receipt.receipt_no),
      receipt_id: receipt.id,
      customer_id: receipt.customer_id,
    })
    .onConflict(conflict => conflict.columns(['store_id', 'receipt_no']).doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new ApiError('RECEIPT_DUPLICATE')
}

export async function releaseReceiptNo(db: Db, receiptId: string): Promise<void> {
  await db.deleteFrom('receipt_claim').where('receipt_id', '=', receiptId).execute()
}
