import { normaliseReceiptNo } from '#contract/rules.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'

type Claim = { store_id: number; receipt_no: string; receipt_id: string; customer_id: string }

/**
 * A paper receipt counts once: its store and normalised number belong to one waiting or approved receipt.
 * Withdrawing or rejecting frees them, so that a wrong number, or somebody else's, does not block its owner;
 * who corrects a rejected receipt claims again. Throws RECEIPT_DUPLICATE where another receipt holds the claim.
 */
export async function claimReceiptNo(db: Db, claim: Claim): Promise<void> {
  await freeReceiptNo(db, claim.receipt_id)
  const inserted = await db
    .insertInto('receipt_claim')
    .values({ ...claim, receipt_no: normaliseReceiptNo(claim.receipt_no) })
    .onConflict(conflict => conflict.columns(['store_id', 'receipt_no']).doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new ApiError('RECEIPT_DUPLICATE')
}

/** Lets go of what a receipt holds. */
export async function freeReceiptNo(db: Db, receiptId: string): Promise<void> {
  await db.deleteFrom('receipt_claim').where('receipt_id', '=', receiptId).execute()
}
