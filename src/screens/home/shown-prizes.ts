import { prizes } from '#campaign/prizes.ts'
import { rewards } from '#campaign/rewards.ts'

/*
 * A build replaces this module with the finished lists (`build/shown-prizes.ts`). They are part of a first visit's
 * document, so they omit the prizes' long conditions.
 */

/** In the order of the draw. `valueBaht` is the value of one prize, `count` the number of winners. */
export const shownPrizes = prizes.map(
  ({ key, titleTh, titleEn, textTh, textEn, picture, valueBaht, count }) => ({
    key,
    titleTh,
    titleEn,
    textTh,
    textEn,
    picture,
    valueBaht,
    count,
  }),
)

/** `stock` is the number of pieces; unlimited if missing. */
export const shownRewards = rewards
  .filter(({ onHome }) => onHome)
  .map(({ type, titleTh, titleEn, textTh, textEn, picture, stock }) => ({
    key: type,
    titleTh,
    titleEn,
    textTh,
    textEn,
    picture,
    ...(stock === undefined ? {} : { stock }),
  }))
