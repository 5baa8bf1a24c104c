import type { ComponentType } from 'react'
import type { Formats } from '#src/i18n/format.ts'
import type { CommonKey, Translate } from '#src/i18n/keys.ts'
import type { factsTexts } from '#src/i18n/th/facts.ts'
import { Phrases } from '#src/ui/phrases.tsx'
import css from './prizes-view.module.css'
import { shownPrizes, shownRewards } from './shown-prizes.ts'

type Item = (typeof shownPrizes)[number] | (typeof shownRewards)[number]
/** Draws a picture 56 px wide and high. */
export type PrizePicture = ComponentType<{ readonly name: Item['picture'] }>

type Props = {
  readonly t: Translate<CommonKey | keyof typeof factsTexts>
  readonly f: Formats
  readonly Picture: PrizePicture
  readonly prizes?: typeof shownPrizes
  readonly rewards?: typeof shownRewards
}

/** Reserves the picture's space until the drawings have loaded. */
export const PictureSpace: PrizePicture = () => (
  <svg width="56" height="56" aria-hidden="true" focusable="false" />
)

/** Uses no hooks, so that it can be rendered without React. */
export function PrizesView({ t, f, Picture, prizes = shownPrizes, rewards = shownRewards }: Props) {
  const row = (item: Item, count: string | null) => (
    <li key={item.key}>
      <Picture name={item.picture} />
      <div>
        <b>
          <Phrases text={f.content(item.titleTh, item.titleEn)} />
        </b>
        <p>{f.content(item.textTh, item.textEn)}</p>
      </div>
      {count !== null && <span>{count}</span>}
    </li>
  )
  return (
    <section>
      <h2 className={css.title}>{t('home.prizes')}</h2>
      <ul className={css.prizes}>
        {prizes.map(prize =>
          row(
            prize,
            prize.count === 1
              ? t('prize.one', { value: f.money(prize.valueBaht) })
              : t('prize.count', { count: f.number(prize.count), value: f.money(prize.valueBaht) }),
          ),
        )}
        {rewards.map(reward =>
          row(
            reward,
            reward.stock === undefined ? null : t('prize.stock', { count: f.number(reward.stock) }),
          ),
        )}
      </ul>
    </section>
  )
}
