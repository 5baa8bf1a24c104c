import { normaliseReceiptNo } from '#contract/rules.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'
import type { ReceiptRow } from './read.ts'

/**
 * Claims the number of a paper receipt (normalised, per store) for one pending or approved receipt, so that
 * the paper receipt counts only once. Withdrawing or rejecting a receipt releases its claim: a customer who
 * mistyped a number must not block the customer who has the paper receipt with that number. Correcting a
 * rejected receipt claims the number again. Throws RECEIPT_DUPLICATE if another receipt has the claim.
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

/** Releases the number that a receipt has claimed. */
export async function releaseReceiptNo(db: Db, receiptId: string): Promise<void> {
  await db.deleteFrom('receipt_claim').where('receipt_id', '=', receiptId).execute()
}
