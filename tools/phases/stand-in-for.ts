import { placesOf, prizesOf } from '#server/campaign/prizes.ts'
import { currentDraw } from '#server/draw/current.ts'
import { formulaOfDraw, type ListedTicket, sealedTickets } from '#server/draw/entries.ts'
import { createRanking } from '#server/draw/ranking.ts'
import { seedOf } from '#server/draw/scheme.ts'
import { standInBeacon } from '#server/draw/stand-in.ts'
import type { Db } from '#server/store/tables.ts'

/** About one beacon in seventy gives the wanted result, so this many tries are practically always enough. */
const TRIES = 20_000

/**
 * Returns a made-up beacon for which the sealed draw gives this customer a rank that `isWanted` accepts; the rank is
 * null if the customer is not drawn. Does not change the draw.
 */
export async function standInFor(
  db: Db,
  customerId: string,
  isWanted: (rank: number | null) => boolean,
): Promise<string> {
  const { draw } = await currentDraw(db)
  const { seats, reserves } = placesOf(prizesOf(draw.prizes))
  const tickets: ListedTicket[] = []
  for await (const ticket of sealedTickets(db, draw.id)) tickets.push(ticket)
  const formula = await formulaOfDraw(db, draw)
  const own = tickets.find(ticket => ticket.customerId === customerId)?.customer
  for (let number = 0; number < TRIES; number += 1) {
    const beacon = standInBeacon(String(number).padStart(6, '0'))
    const ranking = createRanking(
      seedOf(draw.secret ?? '', beacon, draw.entries_hash ?? ''),
      seats + reserves,
      formula,
    )
    for (const ticket of tickets) ranking.add(ticket)
    const index = ranking.end().findIndex(({ customer }) => customer === own)
    if (isWanted(index < 0 ? null : index + 1)) return beacon
  }
  throw new Error('no made-up beacon gives the phone’s customer this result')
}
