import { DRAWN_MAX, TICKET_TEXT_MAX } from '#contract/desk/limits.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { prizeOfSeat, prizesOf } from '#server/campaign/prizes.ts'
import { QuoteError } from '#server/data/csv.ts'
import { currentDraw } from '#server/draw/current.ts'
import { type DrawnTicket, previewImport } from '#server/draw/import.ts'
import { maskedName } from '#server/draw/masked-name.ts'
import { namesOf } from '#server/draw/record-winners.ts'
import { NoTicketColumn, readDrawnTickets } from '#server/exports/read-slips.ts'
import type { Db } from '#server/store/tables.ts'

type Preview = DeskAnswer<'previewDrawImport'>

/** Previews the import of a file with hand-drawn tickets. Throws DrawRefusal if the draw does not allow an import. */
export async function importPreview(db: Db, csv: string): Promise<Preview> {
  const tickets = readFile(csv)
  if (typeof tickets === 'string') return { unreadable: tickets, seats: 0, reserves: 0, lines: [] }
  const { seats, reserves, lines } = await previewImport(db, tickets)
  const prizes = prizesOf((await currentDraw(db)).draw.prizes)
  const names = await namesOf(
    db,
    lines.flatMap(line => line.drawn ?? []),
  )
  let rank = 0
  return {
    unreadable: null,
    seats,
    reserves,
    lines: lines.map(({ line, ticketNo, drawn, problem }) => {
      if (problem !== null) {
        const before = problem.code === 'twice' ? problem.before : null
        return { line, ticketNo, name: null, prize: null, problem: { code: problem.code, before } }
      }
      rank += 1
      const row = names.get(drawn.customerId)
      const prize = prizeOfSeat(prizes, rank)
      return {
        line,
        ticketNo,
        name: maskedName(row?.first_name ?? null, row?.last_name ?? null),
        prize: prize === null ? null : { th: prize.titleTh, en: prize.titleEn },
        problem: null,
      }
    }),
  }
}

function readFile(csv: string): readonly DrawnTicket[] | NonNullable<Preview['unreadable']> {
  try {
    const tickets = readDrawnTickets(csv)
    if (tickets.length > DRAWN_MAX) return 'too-many'
    return tickets.some(({ ticketNo }) => ticketNo.length > TICKET_TEXT_MAX) ? 'too-long' : tickets
  } catch (error) {
    if (error instanceof NoTicketColumn) return 'no-column'
    if (error instanceof QuoteError) return 'quotes'
    throw error
  }
}
