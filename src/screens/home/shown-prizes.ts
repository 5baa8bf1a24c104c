import { prizes } from '#campaign/prizes.ts'
import { rewards } from '#campaign/rewards.ts'

/*
 * In a build, these lists replace this module (`build/shown-prizes.ts`): a first visit's document contains them without
 * the prizes' conditions, which are just as long.
 */

/** In the order of the draw. `valueBaht` is for one prize, `count` for all winners. */
export const shownPrizes = prizes.map(
  ({ key, titleTh, titleEn, textTh, textEn, picture, valueBaht, count }) => ({
    ...{ key, titleTh, titleEn, textTh, textEn, picture, valueBaht, count },
  }),
)

/** `stock` is the number of pieces; without it, the supply is unlimited. */
export const shownRewards = rewards
  .filter(({ onHome }) => onHome)
  .map(({ type, titleTh, titleEn, textTh, textEn, picture, stock }) => ({
    ...{ key: type, titleTh, titleEn, textTh, textEn, picture },
    ...(stock === undefined ? {} : { stock }),
  }))
