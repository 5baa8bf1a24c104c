import * as v from 'valibot'

export const purchaseCommand = v.strictObject({
  orderId: v.string(),
  action: v.picklist(['settle', 'lose', 'refund', 'resend']),
})
export type PurchaseCommand = v.InferOutput<typeof purchaseCommand>
