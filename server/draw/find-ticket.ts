import { readTicketNumber, type TicketNumberProblem } from '#contract/ticket-number.ts'
import type { Db } from '#server/store/tables.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `missing`: the number or id is valid but not in the sealed list. */
export type TicketProblem = TicketNumberProblem | 'missing'

type Found = { readonly ticketId: string; readonly customerId: string }

/** Finds a ticket in the sealed list by its id, or by its number as typed or scanned. */
export async function findSealedTicket(
  db: Db,
  draw: { readonly id: string; readonly prefix: string },
  typed: string,
): Promise<Found | { readonly problem: TicketProblem }> {
  const listed = db
    .selectFrom('draw_entry')
    .select(['ticket_id as ticketId', 'customer_id as customerId'])
    .where('draw_id', '=', draw.id)
  const missing = { problem: 'missing' } as const
  const id = typed.trim().toLowerCase()
  if (UUID.test(id)) return (await listed.where('ticket_id', '=', id).executeTakeFirst()) ?? missing
  const read = readTicketNumber(typed, draw.prefix)
  if ('problem' in read) return read
  // Look up the number in the ticket table, which has an index on it; the list does not.
  const ticket = await db.selectFrom('ticket').select('id').where('no', '=', read.no).executeTakeFirst()
  if (!ticket) return missing
  const entry = await listed.where('ticket_id', '=', ticket.id).where('no', '=', read.no).executeTakeFirst()
  return entry ?? missing
}
