import { parseCsv, separatorOf } from '#server/data/csv.ts'
import { InputError } from '#server/data/input-error.ts'
import type { DrawnTicket } from '#server/draw/import.ts'
import { ticketNoHeadings } from './slips.ts'

export class NoTicketColumn extends InputError {}

/**
 * Reads hand-drawn tickets, in the order drawn, from the one CSV column whose heading is in `ticketNoHeadings`. Throws
 * NoTicketColumn, or a QuoteError if a quote is not closed.
 */
export function readDrawnTickets(text: string): DrawnTicket[] {
  const [head, ...records] = parseCsv(text, separatorOf(text))
  const headings = head?.fields ?? []
  const [column, second] = headings.flatMap((field, n) => (ticketNoHeadings.includes(field) ? [n] : []))
  if (column === undefined) throw new NoTicketColumn('line 1: the column ticketNo is missing')
  // Otherwise the tickets in the second column would be silently ignored.
  if (second !== undefined) throw new NoTicketColumn('line 1: the column ticketNo exists twice')
  return records.map(({ line, fields }) => ({ line, ticketNo: fields[column] ?? '' }))
}
