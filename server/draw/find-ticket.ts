import { readTicketNumber, type TicketNumberProblem } from '#contract/ticket-number.ts'
import type { Db } from '#server/store/tables.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const problems: Readonly<Record<TicketNumberProblem, string>> = {
  format: 'is neither a ticket number (such as FF-004512-5) nor a ticket id',
  prefix: 'belongs to another campaign',
  check: 'has a wrong check digit, so a digit is wrong or two are swapped; compare it with the slip',
}

type Found = { readonly ticketId: string; readonly customerId: string }

/**
 * Finds a ticket of the sealed list by its number, as typed or scanned, or by its id. Returns a message that follows the
 * typed text if the text is not a ticket of the list.
 */
export async function findSealedTicket(
  db: Db,
  draw: { readonly id: string; readonly prefix: string },
  typed: string,
): Promise<Found | { readonly problem: string }> {
  const listed = db
    .selectFrom('draw_entry')
    .select(['ticket_id as ticketId', 'customer_id as customerId'])
    .where('draw_id', '=', draw.id)
  const missing = { problem: 'is not in the sealed list' }
  const id = typed.trim().toLowerCase()
  if (UUID.test(id)) return (await listed.where('ticket_id', '=', id).executeTakeFirst()) ?? missing
  const read = readTicketNumber(typed, draw.prefix)
  if ('problem' in read) return { problem: problems[read.problem] }
  // Looks the number up in the table of tickets, which has an index, and not in the list.
  const ticket = await db.selectFrom('ticket').select('id').where('no', '=', read.no).executeTakeFirst()
  if (!ticket) return missing
  const entry = await listed.where('ticket_id', '=', ticket.id).where('no', '=', read.no).executeTakeFirst()
  return entry ?? missing
}
