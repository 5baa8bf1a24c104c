import type { Receipt } from './schema/receipt.ts'

/** Returns the purchase as the customer sent it, without a reviewer's corrections. */
export function purchaseAsSent({ correctedFrom: sent, ...receipt }: Receipt) {
  return {
    storeId: sent?.store?.id ?? receipt.storeId,
    receiptNo: sent?.receiptNo ?? receipt.receiptNo,
    amount: sent?.amount ?? receipt.amount,
    purchasedAt: sent?.purchasedAt ?? receipt.purchasedAt,
  }
}
