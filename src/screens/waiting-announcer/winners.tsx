import type { Answer } from '#contract/calls.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { Card } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './waiting-announcer.module.css'

/** List of winners: their published names and the drawn entry numbers. */
export function Winners({ winners }: { readonly winners: Answer<'draw'>['winners'] }) {
  const { t } = useText(rewardTexts)
  return (
    <Card>
      <ol className={css.winners}>
        {winners.map((winner, index) => (
          <li key={winner.ticketNo}>
            <span className={css.place}>{index + 1}</span>
            <div>
              <b>{winner.name}</b>
              <p className={css.hash}>{t('wait.ticket', { ticket: winner.ticketNo })}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
