import { withdrawReceipt } from '#server/campaign/receipts/change.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'deleteReceipt'> = async ({ db, caller, params, now }) => {
  await withdrawReceipt(db, caller.customerId, params.id, now)
  return { id: params.id, status: 'void' }
}
