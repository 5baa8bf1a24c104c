import { normaliseReceiptNo } from '#contract/rules.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'
import type { ReceiptRow } from './read.ts'

/**
 * A paper receipt counts once: its store and normalised number belong to one waiting or approved receipt.
 * Withdrawing or rejecting frees them, so that a wrong number, or somebody else's, does not block its owner;
 * who corrects a rejected receipt claims again. Throws RECEIPT_DUPLICATE where another receipt holds the claim.
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

/** Lets go of what a receipt holds. */
export async function releaseReceiptNo(db: Db, receiptId: string): Promise<void> {
  await db.deleteFrom('receipt_claim').where('receipt_id', '=', receiptId).execute()
}
