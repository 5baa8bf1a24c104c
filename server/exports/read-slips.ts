import { parseCsv, separatorOf } from '#server/data/csv.ts'
import { InputError } from '#server/data/input-error.ts'
import type { DrawnTicket } from '#server/draw/import.ts'
import { ticketNoHeadings } from './slips.ts'

export class NoTicketColumn extends InputError {}

/**
 * Reads hand-drawn tickets, in the order drawn, from the CSV column whose heading is in `ticketNoHeadings`. Throws
 * NoTicketColumn, or a QuoteError if a quote is not closed.
 */
export function readDrawnTickets(text: string): DrawnTicket[] {
  const [head, ...records] = parseCsv(text, separatorOf(text))
  const column = head?.fields.findIndex(field => ticketNoHeadings.includes(field)) ?? -1
  if (column < 0) throw new NoTicketColumn('line 1: the column ticketNo is missing')
  return records.map(({ line, fields }) => ({ line, ticketNo: fields[column] ?? '' }))
}
