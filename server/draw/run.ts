import { placesOf, prizesOf } from '#server/campaign/prizes.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { advanceDraw, currentDraw, type DrawRow, lockCurrentDraw, promiseLine } from './current.ts'
import { formulaOfDraw, hashList, type ListedTicket } from './entries.ts'
import { createRanking } from './ranking.ts'
import { type Drawn, recordWinners } from './record-winners.ts'
import { DrawRefusal } from './refusal.ts'
import { seedOf } from './scheme.ts'
import type { DrawProgress } from './seal.ts'
import { requirePublicBeacon } from './stand-in.ts'

type At = { readonly now: number; readonly random: Random; readonly rehearsal?: true }

/** The drawn customers, best first. `basis` identifies the inputs. */
export type PreparedRun = { readonly basis: string; readonly drawn: readonly Drawn[] }

/**
 * Stores the winners and reserves, `given` or computed from the sealed list, the secret and the
 * public beacon. Only a rehearsal may use a stand-in for the beacon. Locks the draw only while
 * storing.
 */
export async function runDraw(
  db: Db,
  beacon: string,
  at: At,
  progress: DrawProgress,
  given: PreparedRun | null = null,
) {
  const prepared = given ?? (await prepareRun(db, beacon, at, progress))
  const { draw } = await lockCurrentDraw(db)
  requireRunnable(draw, beacon, at)
  const drawn =
    prepared.basis === basisOf(draw, beacon) ? prepared.drawn : await drawnFrom(db, draw, beacon, progress)
  const { seats, reserves } = placesOf(prizesOf(draw.prizes))
  await recordWinners(db, draw, drawn, at)
  await advanceDraw(db, draw, { state: 'run', method: 'seed', beacon, run_at: at.now })
  return {
    drawId: draw.id,
    beacon,
    winners: Math.min(seats, drawn.length),
    reserves: Math.max(0, drawn.length - seats),
    unfilled: Math.max(0, seats + reserves - drawn.length),
  }
}

/**
 * Computes the winners and reserves before the transaction of `runDraw`, because a long transaction would block
 * customers' writes. Throws the same refusals.
 */
export async function prepareRun(
  db: Db,
  beacon: string,
  at: Omit<At, 'random'>,
  progress: DrawProgress,
): Promise<PreparedRun> {
  const { draw } = await currentDraw(db)
  requireRunnable(draw, beacon, at)
  return { basis: basisOf(draw, beacon), drawn: await drawnFrom(db, draw, beacon, progress) }
}

function requireRunnable(draw: DrawRow, beacon: string, at: Omit<At, 'random'>): void {
  requirePublicBeacon(beacon, at.rehearsal === true)
  if (draw.state !== 'sealed') throw new DrawRefusal('NOT_SEALED', { state: draw.state })
  if (draw.sealed_for === 'physical' || draw.secret === null || draw.beacon_at === null)
    throw new DrawRefusal('DRAWN_BY_HAND')
  if (at.now < draw.beacon_at) throw new DrawRefusal('BEACON_NOT_YET', { time: draw.beacon_at })
}

const basisOf = (draw: DrawRow, beacon: string): string => {
  const { id, prizes, secret, entries_hash, formula } = draw
  return JSON.stringify([id, prizes, secret, entries_hash, formula, promiseLine(draw), beacon])
}

async function drawnFrom(db: Db, draw: DrawRow, beacon: string, progress: DrawProgress): Promise<Drawn[]> {
  const ranking = await rankingOf(db, draw, beacon, progress)
  return ranking.map(({ ticketNo, customerId }) => ({ ticketNo, customerId }))
}

/** Ranks the sealed list. Throws DrawRefusal if the list's hash differs from the published one. */
export async function rankingOf(db: Db, draw: DrawRow, beacon: string, progress: DrawProgress) {
  const { seats, reserves } = placesOf(prizesOf(draw.prizes))
  const seed = seedOf(draw.secret ?? '', beacon, draw.entries_hash ?? '')
  const formula = await formulaOfDraw(db, draw)
  const ranking = createRanking<ListedTicket>(seed, seats + reserves, formula)
  progress.begin(draw.entries_count ?? 0)
  const { entriesHash } = await hashList(db, draw, progress.step, ranking.add)
  if (entriesHash !== draw.entries_hash) {
    throw new DrawRefusal('LIST_CHANGED', { found: entriesHash, expected: draw.entries_hash ?? '' })
  }
  return ranking.end()
}
