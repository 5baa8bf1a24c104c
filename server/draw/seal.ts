import { LATE_RECEIPT_MS } from '#contract/limits.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { type Campaign, campaignState } from '#server/campaign/clock.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { advance, type DrawRow, lockCurrentDraw } from './current.ts'
import { copyTickets, hashList } from './entries.ts'
import { DrawRefusal } from './refusal.ts'

type Sealing = {
  /** Seals although receipts still wait for a decision; they then take no part. */
  readonly leavePending: boolean
  /** For a draw by hand: needs no commitment and no beacon. */
  readonly physical: boolean
}

/** Told of the work ahead and of its progress, in tickets. */
export type Work = { readonly begin: (total: number) => void; readonly step: (count: number) => void }

/**
 * The second step: copies the valid tickets into the draw's list and hashes it. From here on the list stays as it
 * is, whatever becomes of tickets and customers. The beacon must not be known yet: who knows it could choose a list.
 */
export async function sealDraw(db: Db, sealing: Sealing, now: number, work: Work) {
  const { campaign, draw } = await lockCurrentDraw(db)
  requireSealable(campaign, draw, sealing, now)
  const waiting = await countOf(db.selectFrom('receipt').where('status', '=', 'pending'))
  if (waiting > 0 && !sealing.leavePending) {
    throw new DrawRefusal(
      `${waiting} receipts wait for a decision and would take no part. Review them, or add --leave-pending.`,
    )
  }
  work.begin(2 * (await countOf(db.selectFrom('ticket').where('state', '=', 'valid'))))
  await copyTickets(db, draw.id, work.step)
  const list = await hashList(db, draw.id, work.step)
  if (list.entriesCount === 0) throw new DrawRefusal('There is no valid ticket: nothing can be drawn.')
  await advance(db, draw, {
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
    const hint = draw.state === 'open' ? ' Begin with `draw commit`; for a draw by hand add --physical.' : ''
    throw new DrawRefusal(`The draw is ${draw.state}: its list cannot be sealed now.${hint}`)
  }
  if (campaignState(campaign, now) !== 'ended') throw new DrawRefusal('The campaign has not ended.')
  const until = campaign.closes_at + LATE_RECEIPT_MS
  if (campaign.mode === 'auto' && now <= until) {
    const when = `${bangkokTime(until)} in Bangkok`
    throw new DrawRefusal(
      `Receipts made before the close are taken until ${when}. Seal after that, or \`close\`.`,
    )
  }
  if (!sealing.physical && draw.beacon_at !== null && now >= draw.beacon_at) {
    throw new DrawRefusal(
      'The beacon is known already: a list sealed now proves nothing. `draw commit --again --late` with a later one.',
    )
  }
}
