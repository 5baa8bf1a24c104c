import { opened } from '../customers/open.ts'
import { receiptsOf } from '../customers/receipts.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'customerReceipts'> = async call => {
  return receiptsOf(call.db, (await opened(call)).id, call.query.after)
}
