import { campaignState } from '#server/campaign/clock.ts'
import { prizesOf } from '#server/campaign/prizes.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { currentDraw, type DrawRow } from './current.ts'
import { answersOf, promotionPlan } from './promote.ts'

/** Lists from earlier releases do not state the kind of draw, but lists for a draw by hand have no secret. */
const isSealedByHand = ({ sealed_for, secret }: DrawRow): boolean =>
  sealed_for === null ? secret === null : sealed_for === 'physical'

/**
 * Returns everything needed for the draw's next step, except the secret and the winners' names. `asksForStamps` is true
 * if the server requests time stamps for the list.
 */
export async function drawStatus(db: Db, now: number, asksForStamps: boolean) {
  const { campaign, draw } = await currentDraw(db)
  const drawn = db.selectFrom('draw_winner').where('draw_id', '=', draw.id)
  const isAnnounced = campaign.announced_at !== null && campaign.announced_at <= now
  return {
    state: draw.state,
    campaign: campaignState(campaign, now),
    closesAt: campaign.closes_at,
    announceAt: campaign.announce_at,
    confirmBy: campaign.confirm_by,
    announcedAt: campaign.announced_at,
    isAnnounced,
    prizes: prizesOf(draw.prizes).map(prize => ({
      title: { th: prize.titleTh, en: prize.titleEn ?? prize.titleTh },
      count: prize.count,
      reserve: prize.reserve === true,
    })),
    commitment: draw.commitment,
    committedAt: draw.committed_at,
    beaconSource: draw.beacon_source,
    beaconAt: draw.beacon_at,
    sealedAt: draw.sealed_at,
    entriesHash: draw.entries_hash,
    entriesCount: draw.entries_count,
    byHand: draw.method === 'physical' || (draw.state === 'sealed' && isSealedByHand(draw)),
    timeStamp:
      draw.time_stamped_at === null && !asksForStamps
        ? null
        : { at: draw.time_stamped_at, error: draw.time_stamp_error },
    beacon: draw.beacon,
    runAt: draw.run_at,
    winners: await countOf(drawn.where('reserve', '=', 0)),
    reserves: await countOf(drawn.where('reserve', '=', 1)),
    pendingReceipts: await countOf(db.selectFrom('receipt').where('status', '=', 'pending')),
    id: draw.id,
    auditHead:
      isAnnounced && draw.audit_seq !== null && draw.audit_hash !== null
        ? { seq: draw.audit_seq, hash: draw.audit_hash }
        : null,
    promotion: isAnnounced && draw.state === 'run' ? await promotionPlan(db, now) : null,
    answers: isAnnounced ? await answersOf(db, now) : { waiting: 0, confirmed: 0, declined: 0 },
  }
}
