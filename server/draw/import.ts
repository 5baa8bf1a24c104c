import { placesOf, prizesOf } from '#server/campaign/prizes.ts'
import { problemList } from '#server/data/input-error.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { advanceDraw, lockCurrentDraw } from './current.ts'
import { findSealedTicket } from './find-ticket.ts'
import { type Drawn, recordWinners } from './record-winners.ts'
import { DrawRefusal } from './refusal.ts'

/** A drawn ticket and its line in the imported file. `ticketNo` is its number as typed or scanned, or its id. */
export type DrawnTicket = { readonly line: number; readonly ticketNo: string }

/**
 * Imports the result of a draw by hand from paper slips, which a permit may require: winners first, then reserves.
 * Every ticket must be in the sealed list, and each customer can be drawn only once.
 */
export async function importDraw(
  db: Db,
  tickets: readonly DrawnTicket[],
  at: { now: number; random: Random },
) {
  const { campaign, draw } = await lockCurrentDraw(db)
  if (draw.state !== 'sealed') {
    throw new DrawRefusal(
      `The draw is ${draw.state}: seal the list with \`draw seal --physical\` before you draw by hand.`,
    )
  }
  const { seats, reserves } = placesOf(prizesOf(draw.prizes))
  if (tickets.length === 0) throw new DrawRefusal('The file contains no tickets.')
  if (tickets.length > seats + reserves) {
    throw new DrawRefusal(
      `The file contains ${tickets.length} tickets, but the draw has ${seats} prizes and ${reserves} reserves.`,
    )
  }
  const drawn = await findOwners(db, { id: draw.id, prefix: campaign.ticket_prefix }, tickets)
  await recordWinners(db, draw, drawn, at)
  await advanceDraw(db, draw, { state: 'run', method: 'physical', run_at: at.now })
  return {
    drawId: draw.id,
    winners: Math.min(seats, drawn.length),
    reserves: Math.max(0, drawn.length - seats),
    unfilled: seats + reserves - drawn.length,
  }
}

type SealedDraw = { readonly id: string; readonly prefix: string }

async function findOwners(db: Db, draw: SealedDraw, tickets: readonly DrawnTicket[]): Promise<Drawn[]> {
  const problems: string[] = []
  const seen = new Map<string, number>()
  const drawn: Drawn[] = []
  for (const { line, ticketNo } of tickets) {
    const entry = await findSealedTicket(db, draw, ticketNo)
    if ('problem' in entry) {
      problems.push(`line ${line}: "${ticketNo}" ${entry.problem}`)
      continue
    }
    const { ticketId, customerId } = entry
    const before = seen.get(customerId)
    if (before !== undefined) problems.push(`line ${line}: this customer was already drawn on line ${before}`)
    seen.set(customerId, line)
    drawn.push({ ticketNo: ticketId, customerId })
  }
  if (problems.length > 0) throw new DrawRefusal(problemList(problems))
  return drawn
}
