import { placesOf, prizesOf } from '#server/campaign/prizes.ts'
import { problemList } from '#server/data/input-error.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { advanceDraw, currentDraw, type DrawRow, lockCurrentDraw } from './current.ts'
import { findSealedTicket, type TicketProblem } from './find-ticket.ts'
import { type Drawn, recordWinners } from './record-winners.ts'
import { DrawRefusal } from './refusal.ts'

/** `ticketNo` is the ticket's id, or its number as typed or scanned. */
export type DrawnTicket = { readonly line: number; readonly ticketNo: string }

/** `twice`: the customer was already drawn on the line `before`. */
type LineProblem = { readonly code: TicketProblem } | { readonly code: 'twice'; readonly before: number }

export type DrawnLine = DrawnTicket &
  (
    | { readonly drawn: Drawn; readonly problem: null }
    | { readonly drawn: null; readonly problem: LineProblem }
  )

type SealedDraw = { readonly draw: DrawRow; readonly prefix: string }

/**
 * Imports the result of a draw by hand from paper slips, which a permit may require: first the winners, then the
 * reserves. Every ticket must be in the sealed list, and each customer can be drawn only once. Throws WRONG_LINES.
 */
export async function importDraw(
  db: Db,
  tickets: readonly DrawnTicket[],
  at: { now: number; random: Random },
) {
  const { campaign, draw } = await lockCurrentDraw(db)
  const { seats, reserves } = requirePlaces(draw, tickets)
  const lines = await findLines(db, { draw, prefix: campaign.ticket_prefix }, tickets)
  const problems = lines.flatMap(line => (line.problem === null ? [] : [problemText(line, line.problem)]))
  if (problems.length > 0)
    throw new DrawRefusal('WRONG_LINES', { count: problems.length }, problemList(problems))
  const drawn = lines.flatMap(line => (line.drawn === null ? [] : [line.drawn]))
  await recordWinners(db, draw, drawn, at)
  await advanceDraw(db, draw, { state: 'run', method: 'physical', run_at: at.now })
  return {
    drawId: draw.id,
    winners: Math.min(seats, drawn.length),
    reserves: Math.max(0, drawn.length - seats),
    unfilled: seats + reserves - drawn.length,
  }
}

/** Previews an import line by line. Throws DrawRefusal if the draw does not allow an import now. */
export async function previewImport(db: Db, tickets: readonly DrawnTicket[]) {
  const { campaign, draw } = await currentDraw(db)
  const { seats, reserves } = requirePlaces(draw, tickets)
  return { seats, reserves, lines: await findLines(db, { draw, prefix: campaign.ticket_prefix }, tickets) }
}

function requirePlaces(draw: DrawRow, tickets: readonly DrawnTicket[]) {
  if (draw.state !== 'sealed' || draw.sealed_for === 'seed')
    throw new DrawRefusal('NOT_SEALED_BY_HAND', { state: draw.state })
  const { seats, reserves } = placesOf(prizesOf(draw.prizes))
  if (tickets.length === 0) throw new DrawRefusal('NO_DRAWN_TICKETS')
  if (tickets.length > seats + reserves)
    throw new DrawRefusal('TOO_MANY_DRAWN', { count: tickets.length, seats, reserves })
  return { seats, reserves }
}

async function findLines(
  db: Db,
  { draw, prefix }: SealedDraw,
  tickets: readonly DrawnTicket[],
): Promise<DrawnLine[]> {
  const seen = new Map<string, number>()
  const lines: DrawnLine[] = []
  for (const { line, ticketNo } of tickets) {
    const entry = await findSealedTicket(db, { id: draw.id, prefix }, ticketNo)
    if ('problem' in entry) {
      lines.push({ line, ticketNo, drawn: null, problem: { code: entry.problem } })
      continue
    }
    const { ticketId, customerId } = entry
    const before = seen.get(customerId)
    seen.set(customerId, line)
    if (before === undefined)
      lines.push({ line, ticketNo, drawn: { ticketNo: ticketId, customerId }, problem: null })
    else lines.push({ line, ticketNo, drawn: null, problem: { code: 'twice', before } })
  }
  return lines
}

/** The command line shows these texts after the typed ticket; the desk has its own. */
const problemTexts: Readonly<Record<TicketProblem, string>> = {
  format: 'is neither a ticket number (such as FF-004512-5) nor a ticket id',
  prefix: 'belongs to another campaign',
  check: 'has a wrong check digit, so a digit is wrong or two are swapped; compare it with the slip',
  missing: 'is not in the sealed list',
}

const problemText = ({ line, ticketNo }: DrawnTicket, problem: LineProblem): string =>
  problem.code === 'twice'
    ? `line ${line}: this customer was already drawn on line ${problem.before}`
    : `line ${line}: "${ticketNo}" ${problemTexts[problem.code]}`
