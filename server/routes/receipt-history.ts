import { receiptPage } from '#server/campaign/receipts/history.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'receiptHistory'> = ({ db, caller, query }) =>
  receiptPage(db, caller.customerId, query)
