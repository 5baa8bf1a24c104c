import { call } from '#contract/calls/reward-tickets.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { countTickets } from '#server/campaign/rights.ts'
import { showTicketGroups, ticketGroupRows } from '#server/campaign/ticket-groups.ts'
import { isListSealed } from '#server/campaign/tickets.ts'
import type { Handler } from '#server/handler.ts'
import { withEtag } from '#server/http/etag.ts'
import { cursorOf, pageOf, placeOf } from '#server/http/paging.ts'

export const handler: Handler<'rewardTickets'> = async ({ db, caller, query }) => {
  const { customerId } = caller
  const campaign = await readCampaign(db)
  const rows = await ticketGroupRows(db, customerId, { place: placeOf(query.cursor), limit: query.limit })
  const place = (row: (typeof rows)[number]) => ({ at: row.at, id: row.source_id })
  const { page, headers } = pageOf(rows, call.path, query, place)
  const last = page.at(-1)
  const answer = {
    total: await countTickets(db, customerId),
    sealed: await isListSealed(db, campaign),
    groups: await showTicketGroups(db, campaign.ticket_prefix, page),
    // The phone caches bodies but not headers.
    next: rows.length > page.length && last ? cursorOf(place(last)) : null,
  }
  return withEtag(answer, headers)
}
