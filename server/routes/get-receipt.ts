import { requireReceipt } from '#server/campaign/receipts/change.ts'
import { showReceipt } from '#server/campaign/receipts/read.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'getReceipt'> = async ({ db, caller, params }) =>
  showReceipt(db, await requireReceipt(db, caller.customerId, params.id))
