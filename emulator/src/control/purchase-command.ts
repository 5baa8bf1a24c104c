import * as v from 'valibot'

/** An action on an in-app purchase. */
export const purchaseCommand = v.strictObject({
  orderId: v.string(),
  action: v.picklist(['settle', 'lose', 'refund', 'resend']),
})
export type PurchaseCommand = v.InferOutput<typeof purchaseCommand>
