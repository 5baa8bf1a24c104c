import { BagPrize, CasePrize, TicketPrize } from '#src/ui/art/prizes.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './prizes.module.css'

const prizes = [
  [TicketPrize, 'campaign.prize1', 'campaign.prize1.text', 'campaign.prize1.count'],
  [CasePrize, 'campaign.prize2', 'campaign.prize2.text', 'campaign.prize2.count'],
  [BagPrize, 'campaign.prize3', 'campaign.prize3.text', 'campaign.prize3.count'],
] as const

/** List of the prizes. */
export function Prizes() {
  const { t } = useText()
  return (
    <section>
      <h2 className={css.title}>{t('home.prizes')}</h2>
      <ul className={css.prizes}>
        {prizes.map(([Picture, title, text, count]) => (
          <li key={title}>
            <Picture />
            <div>
              <b>{t(title)}</b>
              <p>{t(text)}</p>
            </div>
            <span>{t(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
