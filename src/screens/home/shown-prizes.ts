import { prizes } from '#campaign/prizes.ts'
import { rewards } from '#campaign/rewards.ts'

/*
 * What a visitor sees of the campaign's prizes and rewards. In a build, these lists themselves take the place of this
 * module (`build/shown-prizes.ts`): a first visit's document contains them, but not the conditions, which are as long.
 */

/** The prizes of the draw, in its order. `valueBaht` and `count` are for one prize and for all winners. */
export const shownPrizes = prizes.map(
  ({ key, titleTh, titleEn, textTh, textEn, picture, valueBaht, count }) => ({
    ...{ key, titleTh, titleEn, textTh, textEn, picture, valueBaht, count },
  }),
)

/** The rewards that the organiser shows on home. `stock` is the number of pieces; without it the supply is unlimited. */
export const shownRewards = rewards
  .filter(({ onHome }) => onHome)
  .map(({ type, titleTh, titleEn, textTh, textEn, picture, stock }) => ({
    ...{ key: type, titleTh, titleEn, textTh, textEn, picture },
    ...(stock === undefined ? {} : { stock }),
  }))
