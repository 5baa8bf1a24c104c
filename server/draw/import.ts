import { problemList } from '#server/data/input-error.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { advanceDraw, lockCurrentDraw } from './current.ts'
import { placesOf, prizesOf } from './prizes.ts'
import { type Drawn, recordWinners } from './record-winners.ts'
import { DrawRefusal } from './refusal.ts'

/** A drawn ticket and its line in the imported file. */
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
  const { draw } = await lockCurrentDraw(db)
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
  const drawn = await findOwners(db, draw.id, tickets)
  await recordWinners(db, draw, drawn, at)
  await advanceDraw(db, draw, { state: 'run', method: 'physical', run_at: at.now })
  return {
    drawId: draw.id,
    winners: Math.min(seats, drawn.length),
    reserves: Math.max(0, drawn.length - seats),
    unfilled: seats + reserves - drawn.length,
  }
}

async function findOwners(db: Db, drawId: string, tickets: readonly DrawnTicket[]): Promise<Drawn[]> {
  const problems: string[] = []
  const seen = new Map<string, number>()
  const drawn: Drawn[] = []
  for (const { line, ticketNo } of tickets) {
    const entry = await db
      .selectFrom('draw_entry')
      .select('customer_id')
      .where('draw_id', '=', drawId)
      .where('ticket_id', '=', ticketNo)
      .executeTakeFirst()
    if (!entry) {
      problems.push(`line ${line}: ticket "${ticketNo}" is not in the sealed list`)
      continue
    }
    const before = seen.get(entry.customer_id)
    if (before !== undefined) problems.push(`line ${line}: this customer was already drawn on line ${before}`)
    seen.set(entry.customer_id, line)
    drawn.push({ ticketNo, customerId: entry.customer_id })
  }
  if (problems.length > 0) throw new DrawRefusal(problemList(problems))
  return drawn
}
