import { call } from '#contract/calls/receipt-history.ts'
import { receiptRows, showReceipts } from '#server/campaign/receipts/read.ts'
import type { Handler } from '#server/handler.ts'
import { withEtag } from '#server/http/etag.ts'
import { pageOf, placeOf } from '#server/http/paging.ts'

export const handler: Handler<'receiptHistory'> = async ({ db, caller, query }) => {
  const { limit, status } = query
  const rows = await receiptRows(db, caller.customerId, { place: placeOf(query.cursor), limit, status })
  const { page, headers } = pageOf(rows, call.path, query, row => ({ at: row.created_at, id: row.id }))
  return withEtag(await showReceipts(db, page), headers)
}
