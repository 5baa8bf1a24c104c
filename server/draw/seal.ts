import { LATE_RECEIPT_MS } from '#contract/limits.ts'
import { type Campaign, campaignState } from '#server/campaign/clock.ts'
import { prizesOf } from '#server/campaign/prizes.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { type AdvertisedPrize, requireAdvertised } from './advertised.ts'
import { advanceDraw, currentDraw, type DrawRow, lockCurrentDraw, promiseLine } from './current.ts'
import { addTickets, copyTickets, hashList, isNumbered } from './entries.ts'
import { digestOf } from './list-digest.ts'
import { DrawRefusal } from './refusal.ts'
import { FORMULA } from './scheme.ts'

export type Sealing = {
  /** Allows sealing while receipts are pending. These receipts do not take part in the draw. */
  readonly leavePending: boolean
  /** Seals the list for a draw by hand, which needs no commitment and no beacon. */
  readonly physical: boolean
  /** A draw by hand must have the prizes advertised in the app. For other draws, the commitment has checked this. */
  readonly advertised: readonly AdvertisedPrize[]
}

/**
 * Reports progress in tickets: `begin` with the total, `step` with each increment. If `step` returns a promise, the
 * draw waits for it.
 */
export type DrawProgress = {
  readonly begin: (total: number) => void
  readonly step: (count: number) => unknown
}

export type PreparedList = {
  readonly entriesHash: string
  readonly entriesCount: number
  /** The promise line that was hashed; null if the list has no ticket numbers. */
  readonly promise: string | null
  readonly digest: string
}

/**
 * Copies the valid tickets into the draw's list and hashes the list, which never changes after
 * that. It must be sealed before the beacon is known: an organiser who knew the beacon could
 * choose a list that makes a chosen ticket win. With a prepared list, only the missing tickets are
 * added. Otherwise the draw is locked only after the list is made, because undoing a decision on a
 * receipt waits for this lock on PostgreSQL.
 */
export async function sealDraw(
  db: Db,
  sealing: Sealing,
  now: number,
  progress: DrawProgress,
  prepared: PreparedList | null = null,
) {
  const { campaign, draw } = await (prepared ? lockCurrentDraw(db) : currentDraw(db))
  requireSealable(campaign, draw, sealing, now)
  const leftPending = await requireReviewed(db, sealing)
  const { sealed, list } = prepared
    ? await completeList(db, draw, sealing, progress, prepared)
    : await makeList(db, draw, sealing, progress)
  if (list.entriesCount === 0) throw new DrawRefusal('NO_TICKETS')
  await advanceDraw(db, draw, {
    state: 'sealed',
    formula: sealed.formula,
    sealed_for: sealed.sealed_for,
    sealed_at: now,
    entries_hash: list.entriesHash,
    entries_count: list.entriesCount,
  })
  return { drawId: draw.id, ...list, formula: sealed.formula, leftPending }
}

async function makeList(db: Db, draw: DrawRow, sealing: Sealing, progress: DrawProgress) {
  progress.begin(2 * (await countValid(db)))
  await copyTickets(db, draw.id, progress.step)
  const sealed = await sealedRow(db, draw, sealing)
  const list = await hashList(db, sealed, progress.step)
  const { draw: locked } = await lockCurrentDraw(db)
  if (promiseLine(await sealedRow(db, locked, sealing)) !== promiseLine(sealed))
    throw new DrawRefusal('DRAW_CHANGED')
  return { sealed, list }
}

async function completeList(
  db: Db,
  draw: DrawRow,
  sealing: Sealing,
  { step }: DrawProgress,
  { entriesHash, entriesCount, promise, digest }: PreparedList,
) {
  const turn = () => step(0)
  const added = await addTickets(db, draw.id, turn)
  const sealed = await sealedRow(db, draw, sealing)
  // Another preparation may have changed the list, or another commitment the promise.
  const isHashed =
    added === 0 && promise === promiseLine(sealed) && (await digestOf(db, draw.id, turn)) === digest
  return { sealed, list: isHashed ? { entriesHash, entriesCount } : await hashList(db, sealed, turn) }
}

export const sealedRow = async (db: Db, draw: DrawRow, { physical }: Pick<Sealing, 'physical'>) => ({
  ...draw,
  formula: (await isNumbered(db, draw.id)) ? FORMULA : null,
  sealed_for: physical ? ('physical' as const) : ('seed' as const),
})

/** Includes tickets of blocked customers, although the list excludes them. */
export const countValid = (db: Db): Promise<number> =>
  countOf(db.selectFrom('ticket').where('state', '=', 'valid'))

/** Returns the number of pending receipts. Throws RECEIPTS_PENDING unless they may stay pending. */
export async function requireReviewed(db: Db, { leavePending }: Sealing): Promise<number> {
  const count = await countOf(db.selectFrom('receipt').where('status', '=', 'pending'))
  if (count > 0 && !leavePending) throw new DrawRefusal('RECEIPTS_PENDING', { count })
  return count
}

export function requireSealable(campaign: Campaign, draw: DrawRow, sealing: Sealing, now: number): void {
  const ready = draw.state === 'committed' || (draw.state === 'open' && sealing.physical)
  if (!ready) {
    if (draw.state === 'open') throw new DrawRefusal('NOT_COMMITTED')
    throw new DrawRefusal('NOT_SEALABLE', { state: draw.state })
  }
  if (campaignState(campaign, now) !== 'ended') throw new DrawRefusal('CAMPAIGN_NOT_ENDED')
  const until = campaign.closes_at + LATE_RECEIPT_MS
  if (campaign.mode === 'auto' && now <= until) throw new DrawRefusal('LATE_RECEIPTS', { time: until })
  if (!sealing.physical && draw.beacon_at !== null && now >= draw.beacon_at)
    throw new DrawRefusal('BEACON_KNOWN')
  if (draw.state === 'open') requireAdvertised(prizesOf(draw.prizes), sealing.advertised)
}
