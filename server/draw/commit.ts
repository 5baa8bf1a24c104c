import { campaignState } from '#server/campaign/clock.ts'
import { type Prize, prizesOf } from '#server/campaign/prizes.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { type AdvertisedPrize, withDefinition } from './advertised.ts'
import { advanceDraw, lockCurrentDraw } from './current.ts'
import { DrawRefusal, requireNear } from './refusal.ts'
import { commitmentOf, SECRET_BYTES } from './scheme.ts'
import { checkedPrizes } from './set-prizes.ts'

type Commitment = {
  readonly beaconSource: string
  readonly beaconAt: number
  /** Null to keep the draw's current prizes. */
  readonly prizes: readonly Prize[] | null
  readonly advertised: readonly AdvertisedPrize[]
  readonly late: boolean
  /** True to replace an earlier commitment, which is possible until the list is sealed. */
  readonly again: boolean
}

/**
 * Creates the secret, publishes its hash, and records which beacon will be used. The commitment
 * must precede the campaign's close, and the beacon must follow it, so that neither the list nor
 * the beacon is known yet.
 */
export async function commitDraw(db: Db, promise: Commitment, now: number, random: Random) {
  const { campaign, draw } = await lockCurrentDraw(db)
  if (draw.state !== 'open' && !(draw.state === 'committed' && promise.again)) {
    if (draw.state === 'committed') throw new DrawRefusal('ALREADY_COMMITTED')
    throw new DrawRefusal('ALREADY_SEALED', { state: draw.state })
  }
  if (campaignState(campaign, now) === 'ended' && !promise.late) throw new DrawRefusal('CAMPAIGN_ENDED')
  if (promise.beaconAt <= now) throw new DrawRefusal('BEACON_AT_PAST')
  requireNear(promise.beaconAt, now)
  if (promise.beaconAt <= campaign.closes_at) throw new DrawRefusal('BEACON_AT_BEFORE_CLOSE')
  const given = promise.prizes ? withDefinition(promise.prizes, promise.advertised) : prizesOf(draw.prizes)
  const prizes = checkedPrizes(given, promise.advertised)
  const secret = Buffer.from(random.bytes(SECRET_BYTES)).toString('hex')
  const commitment = commitmentOf(secret)
  await advanceDraw(db, draw, {
    state: 'committed',
    prizes: JSON.stringify(prizes),
    secret,
    commitment,
    committed_at: now,
    beacon_source: promise.beaconSource,
    beacon_at: promise.beaconAt,
  })
  return {
    drawId: draw.id,
    commitment,
    prizes,
    beaconSource: promise.beaconSource,
    beaconAt: promise.beaconAt,
  }
}
