import { LATE_RECEIPT_MS } from '#contract/limits.ts'
import { type Campaign, campaignState } from '#server/campaign/clock.ts'
import { prizesOf } from '#server/campaign/prizes.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { type AdvertisedPrize, requireAdvertised } from './advertised.ts'
import { advanceDraw, type DrawRow, lockCurrentDraw } from './current.ts'
import { copyTickets, hashList } from './entries.ts'
import { DrawRefusal } from './refusal.ts'

type Sealing = {
  /** Allows sealing while receipts are pending. They do not take part in the draw. */
  readonly leavePending: boolean
  /** Seals the list for a draw by hand, which needs no commitment and no beacon. */
  readonly physical: boolean
  /** The prizes that the app shows to customers. A draw by hand must have the same; other draws checked this before. */
  readonly advertised: readonly AdvertisedPrize[]
}

/**
 * Called with the progress of a step, counted in tickets: `begin` with the total, `step` with each increment. If `step`
 * returns a promise, the step of the draw waits for it.
 */
export type DrawProgress = {
  readonly begin: (total: number) => void
  readonly step: (count: number) => unknown
}

/**
 * Second step of the draw: copies the valid tickets into the draw's list and hashes it. After that the list
 * never changes, even if tickets become void or customers leave the campaign. The list must be sealed before
 * the beacon is known: an organiser who knew the beacon could choose a list that makes a chosen ticket win.
 */
export async function sealDraw(db: Db, sealing: Sealing, now: number, progress: DrawProgress) {
  const { campaign, draw } = await lockCurrentDraw(db)
  requireSealable(campaign, draw, sealing, now)
  if (draw.state === 'open') requireAdvertised(prizesOf(draw.prizes), sealing.advertised)
  const waiting = await countOf(db.selectFrom('receipt').where('status', '=', 'pending'))
  if (waiting > 0 && !sealing.leavePending) {
    throw new DrawRefusal('RECEIPTS_PENDING', { count: waiting })
  }
  progress.begin(2 * (await countOf(db.selectFrom('ticket').where('state', '=', 'valid'))))
  await copyTickets(db, draw.id, progress.step)
  const list = await hashList(db, draw.id, progress.step)
  if (list.entriesCount === 0) throw new DrawRefusal('NO_TICKETS')
  await advanceDraw(db, draw, {
    state: 'sealed',
    sealed_at: now,
    entries_hash: list.entriesHash,
    entries_count: list.entriesCount,
  })
  return { drawId: draw.id, ...list, leftPending: waiting }
}

function requireSealable(campaign: Campaign, draw: DrawRow, sealing: Sealing, now: number): void {
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
}
