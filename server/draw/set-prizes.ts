import { type Prize, placesOf, prizesOf, RESERVES } from '#server/campaign/prizes.ts'
import { bounds } from '#server/data/bounds.ts'
import { canonicalJson } from '#server/hash.ts'
import type { Db } from '#server/store/tables.ts'
import { type AdvertisedPrize, requireAdvertised } from './advertised.ts'
import { advanceDraw, type DrawRow } from './current.ts'
import { DrawRefusal } from './refusal.ts'

/** Returns the prizes if a draw can be promised with them. Throws DrawRefusal if they are not those that the app shows. */
export function checkedPrizes(
  prizes: readonly Prize[],
  advertised: readonly AdvertisedPrize[],
): readonly Prize[] {
  if (placesOf(prizes).seats === 0) throw new DrawRefusal('NO_PRIZES')
  requireAdvertised(prizes, advertised)
  return prizes
}

/** Returns the advertised prizes with a number of reserves. Throws DrawRefusal for more reserves than a draw can have. */
export function advertisedPrizes(advertised: readonly AdvertisedPrize[], reserves: number): readonly Prize[] {
  if (reserves > bounds.prizeCount.max)
    throw new DrawRefusal('TOO_MANY_RESERVES', { max: bounds.prizeCount.max })
  const prizes = advertised.map(({ key, titleTh, titleEn, valueBaht, delivery, count }) => ({
    ...{ key, titleTh, titleEn, valueBaht, delivery, count },
  }))
  const all = reserves > 0 ? [...prizes, { ...RESERVES, count: reserves }] : prizes
  return checkedPrizes(all, advertised)
}

/**
 * Stores the prizes of a draw that is not promised yet. The draw must be locked. Throws DrawRefusal once the prizes are
 * published with the promise: from then on only a new promise can change them.
 */
export async function setPrizes(db: Db, draw: DrawRow, prizes: readonly Prize[]): Promise<void> {
  if (draw.state !== 'open') throw new DrawRefusal('PRIZES_PUBLISHED', { state: draw.state })
  await advanceDraw(db, draw, { prizes: JSON.stringify(prizes) })
}

/** True if two lists have the same prizes with the same numbers. */
export const samePrizes = (stored: string, prizes: readonly Prize[]): boolean =>
  canonicalJson(prizesOf(stored)) === canonicalJson(prizes)
