import { placesOf, prizesOf } from '#server/campaign/prizes.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { advanceDraw, type DrawRow, lockCurrentDraw } from './current.ts'
import { sealedTickets } from './entries.ts'
import { createRanking } from './ranking.ts'
import { recordWinners } from './record-winners.ts'
import { DrawRefusal } from './refusal.ts'
import { createListHash, seedOf } from './scheme.ts'
import type { DrawProgress } from './seal.ts'
import { requirePublicBeacon } from './stand-in.ts'

/** Number of tickets between two progress reports. In between, the server answers no other calls. */
const STEP = 1000

/**
 * Third step of the draw: computes winners and reserves from the sealed list, the secret and the public beacon. Only a
 * rehearsal may use a stand-in for the beacon.
 */
export async function runDraw(
  db: Db,
  beacon: string,
  at: { now: number; random: Random; rehearsal?: true },
  progress: DrawProgress,
) {
  requirePublicBeacon(beacon, at.rehearsal === true)
  const { draw } = await lockCurrentDraw(db)
  if (draw.state !== 'sealed') throw new DrawRefusal('NOT_SEALED', { state: draw.state })
  if (draw.secret === null || draw.beacon_at === null) throw new DrawRefusal('DRAWN_BY_HAND')
  if (at.now < draw.beacon_at) throw new DrawRefusal('BEACON_NOT_YET', { time: draw.beacon_at })
  const ranking = await rankingOf(db, draw, beacon, progress)
  const { seats, reserves } = placesOf(prizesOf(draw.prizes))
  const customers = await customersOf(db, draw.id, ranking)
  await recordWinners(db, draw, customers, at)
  await advanceDraw(db, draw, { state: 'run', method: 'seed', beacon, run_at: at.now })
  return {
    drawId: draw.id,
    beacon,
    winners: Math.min(seats, ranking.length),
    reserves: Math.max(0, ranking.length - seats),
    unfilled: Math.max(0, seats + reserves - ranking.length),
  }
}

/** Ranks the sealed list. Throws DrawRefusal if the list's hash differs from the published one. */
export async function rankingOf(db: Db, draw: DrawRow, beacon: string, progress: DrawProgress) {
  const { seats, reserves } = placesOf(prizesOf(draw.prizes))
  const seed = seedOf(draw.secret ?? '', beacon, draw.entries_hash ?? '')
  const ranking = createRanking(seed, seats + reserves)
  const list = createListHash()
  let count = 0
  progress.begin(draw.entries_count ?? 0)
  for await (const entry of sealedTickets(db, draw.id)) {
    list.add(entry)
    // The ranking uses only the published fields, not the customer's id, so that anyone can recompute it.
    ranking.add(entry)
    count += 1
    if (count % STEP === 0) await progress.step(STEP)
  }
  await progress.step(count % STEP)
  const { entriesHash } = list.end()
  if (entriesHash !== draw.entries_hash) {
    throw new DrawRefusal('LIST_CHANGED', { found: entriesHash, expected: draw.entries_hash ?? '' })
  }
  return ranking.end()
}

const BATCH = 500

async function customersOf(db: Db, drawId: string, ranking: readonly { ticketNo: string }[]) {
  const owners = new Map<string, string>()
  for (let begin = 0; begin < ranking.length; begin += BATCH) {
    const rows = await db
      .selectFrom('draw_entry')
      .select(['ticket_id', 'customer_id'])
      .where('draw_id', '=', drawId)
      .where(
        'ticket_id',
        'in',
        ranking.slice(begin, begin + BATCH).map(one => one.ticketNo),
      )
      .execute()
    for (const row of rows) owners.set(row.ticket_id, row.customer_id)
  }
  return ranking.map(({ ticketNo }) => ({ ticketNo, customerId: owners.get(ticketNo) ?? '' }))
}
