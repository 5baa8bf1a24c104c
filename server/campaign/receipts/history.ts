import { call } from '#contract/calls/receipt-history.ts'
import type { Answer, Query } from '#contract/calls.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import type { WithHeaders } from '#server/handler.ts'
import { withEtag } from '#server/http/etag.ts'
import { pageOf, placeOf } from '#server/http/paging.ts'
import type { Db } from '#server/store/tables.ts'
import { receiptRows, showReceipts } from './read.ts'

/** Returns the newest receipts first, with an ETag, the epoch of the data and a `Link` to the next page. */
export async function receiptPage(
  db: Db,
  customerId: string,
  query: Query<'receiptHistory'>,
): Promise<WithHeaders<Answer<'receiptHistory'>>> {
  const { limit, status } = query
  const rows = await receiptRows(db, customerId, { place: placeOf(query.cursor), limit, status })
  const { page, headers } = pageOf(rows, call.path, query, row => ({ at: row.created_at, id: row.id }))
  const campaign = await readCampaign(db)
  const epoch = campaign.epoch === null ? {} : { 'Data-Epoch': campaign.epoch }
  return withEtag(await showReceipts(db, page, campaign), { ...headers, ...epoch })
}
