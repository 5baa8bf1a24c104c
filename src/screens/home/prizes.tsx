import { prizes as drawn } from '#campaign/prizes.ts'
import { rewards as given } from '#campaign/rewards.ts'
import { BagPrize, CasePrize, TicketPrize } from '#src/ui/art/prizes.tsx'
import { Phrases } from '#src/ui/phrases.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './prizes.module.css'

const pictures = {
  ticket: TicketPrize,
  case: CasePrize,
  bag: BagPrize,
  gift: BagPrize,
  chat: BagPrize,
  can: CasePrize,
}

/** The prizes of the draw, followed by the rewards that the organiser shows on home, with their numbers. */
export function Prizes({ prizes = drawn, rewards = given }) {
  const { t, f } = useText()
  return (
    <section>
      <h2 className={css.title}>{t('home.prizes')}</h2>
      <ul className={css.prizes}>
        {prizes.map(prize => (
          <PrizeRow
            key={prize.key}
            item={prize}
            count={
              prize.count === 1
                ? t('prize.one', { value: f.money(prize.valueBaht) })
                : t('prize.count', { count: f.number(prize.count), value: f.money(prize.valueBaht) })
            }
          />
        ))}
        {rewards
          .filter(reward => reward.onHome)
          .map(reward => (
            <PrizeRow
              key={reward.type}
              item={reward}
              count={reward.stock === undefined ? null : t('prize.stock', { count: f.number(reward.stock) })}
            />
          ))}
      </ul>
    </section>
  )
}

type Item = (typeof drawn)[number] | (typeof given)[number]

function PrizeRow({ item, count }: { readonly item: Item; readonly count: string | null }) {
  const { f } = useText()
  const Picture = pictures[item.picture]
  return (
    <li>
      <Picture />
      <div>
        <b>
          <Phrases text={f.content(item.titleTh, item.titleEn)} />
        </b>
        <p>{f.content(item.textTh, item.textEn)}</p>
      </div>
      {count !== null && <span>{count}</span>}
    </li>
  )
}
