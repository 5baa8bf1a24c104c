import { drawnPrizes, type Prize, placesOf, prizesOf } from '#server/campaign/prizes.ts'
import { bounds } from '#server/data/bounds.ts'
import { canonicalJson } from '#server/hash.ts'
import type { Db } from '#server/store/tables.ts'
import { type AdvertisedPrize, requireAdvertised } from './advertised.ts'
import { advanceDraw, type DrawRow } from './current.ts'
import { DrawRefusal } from './refusal.ts'

/** Returns the prizes. Throws DrawRefusal if there are none, or if they differ from the prizes in the app. */
export function checkedPrizes(
  prizes: readonly Prize[],
  advertised: readonly AdvertisedPrize[],
): readonly Prize[] {
  if (placesOf(prizes).seats === 0) throw new DrawRefusal('NO_PRIZES')
  requireAdvertised(prizes, advertised)
  return prizes
}

/** Returns the advertised prizes plus a number of reserves. */
export function advertisedPrizes(advertised: readonly AdvertisedPrize[], reserves: number): readonly Prize[] {
  if (reserves > bounds.prizeCount.max)
    throw new DrawRefusal('TOO_MANY_RESERVES', { max: bounds.prizeCount.max })
  return checkedPrizes(drawnPrizes(advertised, reserves), advertised)
}

/**
 * Stores the prizes of a draw without a commitment. The draw must be locked. Throws DrawRefusal if the prizes are
 * already published, because then they need a new commitment.
 */
export async function setPrizes(db: Db, draw: DrawRow, prizes: readonly Prize[]): Promise<void> {
  if (draw.state !== 'open') throw new DrawRefusal('PRIZES_PUBLISHED', { state: draw.state })
  await advanceDraw(db, draw, { prizes: JSON.stringify(prizes) })
}

export const samePrizes = (stored: string, prizes: readonly Prize[]): boolean =>
  canonicalJson(prizesOf(stored)) === canonicalJson(prizes)
