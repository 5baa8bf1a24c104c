import { prizes } from '#campaign/prizes.ts'
import { rewards } from '#campaign/rewards.ts'

/*
 * A build replaces this module with the finished lists (`build/shown-prizes.ts`). A first visit's document contains
 * them, so they omit the prizes' conditions, which are just as long.
 */

/** Prizes in the order of the draw. `valueBaht` is the value of one prize, and `count` is the number of winners. */
export const shownPrizes = prizes.map(
  ({ key, titleTh, titleEn, textTh, textEn, picture, valueBaht, count }) => ({
    ...{ key, titleTh, titleEn, textTh, textEn, picture, valueBaht, count },
  }),
)

/** `stock` is the number of pieces; if it is missing, the supply is unlimited. */
export const shownRewards = rewards
  .filter(({ onHome }) => onHome)
  .map(({ type, titleTh, titleEn, textTh, textEn, picture, stock }) => ({
    ...{ key: type, titleTh, titleEn, textTh, textEn, picture },
    ...(stock === undefined ? {} : { stock }),
  }))
