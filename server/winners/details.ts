import { ticketNumberOf } from '#contract/ticket-number.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { addressNames, parcelLabel } from '#server/exports/address.ts'
import { fromE164 } from '#server/identity/phone.ts'
import { readCustomer } from '#server/identity/view.ts'
import type { Db } from '#server/store/tables.ts'
import { type Winner, winnerById } from './list.ts'

export type WinnerDetails = {
  readonly winner: Winner
  readonly phone: string | null
  /** A parcel label; null unless the prize is confirmed and shipped. */
  readonly label: string | null
  readonly ticketNumber: string | null
}

/** Returns null before the announcement, or if the customer was not drawn. */
export async function winnerDetails(db: Db, customerId: string, now: number): Promise<WinnerDetails | null> {
  const winner = await winnerById(db, customerId, now)
  if (!winner) return null
  const row = await readCustomer(db, customerId)
  const phone = row.phone === null ? null : fromE164(row.phone)
  const isSent = winner.prize?.delivery === 'shipped' && winner.status === 'confirmed'
  const campaign = await readCampaign(db)
  const ticket = await db
    .selectFrom('draw_winner')
    .innerJoin('ticket', 'ticket.id', 'draw_winner.ticket_id')
    .select('ticket.no')
    .where('draw_winner.draw_id', '=', campaign.draw_id ?? '')
    .where('draw_winner.customer_id', '=', customerId)
    .executeTakeFirst()
  return {
    winner,
    phone,
    label: isSent ? parcelLabel(row, { ...row, phone }, await addressNames(db)) : null,
    ticketNumber: ticket ? ticketNumberOf(campaign.ticket_prefix, ticket.no) : null,
  }
}
