import { campaignState } from '#server/campaign/clock.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { advance, lockCurrentDraw } from './current.ts'
import { type Prize, placesOf, prizesOf } from './prizes.ts'
import { DrawRefusal } from './refusal.ts'
import { commitmentOf, SECRET_BYTES } from './scheme.ts'

type Commitment = {
  /** What anyone will be able to look up, in words. */
  readonly beaconSource: string
  /** When it will be known, milliseconds since 1970. */
  readonly beaconAt: number
  /** Null: as the draw has them already. */
  readonly prizes: readonly Prize[] | null
  /** Commits although the campaign has closed. */
  readonly late: boolean
  /** Takes the place of an earlier commitment, as long as no list is sealed. */
  readonly again: boolean
}

/**
 * The first step: makes the secret, of which only the hash is told, and says what the beacon will be. Both must be
 * fixed while nobody can know the list or the beacon: before the close, for a moment after it.
 */
export async function commitDraw(db: Db, promise: Commitment, now: number, random: Random) {
  const { campaign, draw } = await lockCurrentDraw(db)
  if (draw.state !== 'open' && !(draw.state === 'committed' && promise.again)) {
    const hint = draw.state === 'committed' ? ' `--again` replaces the commitment; say publicly why.' : ''
    throw new DrawRefusal(`The draw is ${draw.state} already.${hint}`)
  }
  if (campaignState(campaign, now) === 'ended' && !promise.late) {
    throw new DrawRefusal(
      'The campaign has ended: a commitment proves little now. `--late` makes it all the same.',
    )
  }
  if (promise.beaconAt <= now)
    throw new DrawRefusal('--beacon-at: must lie in the future, or the beacon is known')
  if (promise.beaconAt <= campaign.closes_at) {
    throw new DrawRefusal(
      '--beacon-at: must lie after the campaign’s close, when the list of tickets is complete',
    )
  }
  const prizes = promise.prizes ?? prizesOf(draw.prizes)
  if (placesOf(prizes).seats === 0)
    throw new DrawRefusal('There is nothing to win: give at least one --prize')
  const secret = Buffer.from(random.bytes(SECRET_BYTES)).toString('hex')
  const commitment = commitmentOf(secret)
  await advance(db, draw, {
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
