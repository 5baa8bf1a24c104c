import type { Answer } from '#contract/calls.ts'
import type { DrawState } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { latestValue } from '#src/state/resource.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Card } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './waiting-announcer.module.css'

const listed: readonly DrawState[] = ['won', 'confirmed', 'declined', 'expired']

export function Winners({ winners }: { readonly winners: Answer<'draw'>['winners'] }) {
  const { rewards } = useApp()
  const { t } = useText(rewardTexts)
  const own = latestValue(rewards.current.value)?.luckyDraw
  const ownRank = own !== undefined && listed.includes(own.state) ? own.rank : null
  return (
    <Card>
      <ol className={css.winners}>
        {winners.map((winner, index) => (
          <li key={winner.ticketNo} className={classNames(winner.rank === ownRank && css.own)}>
            <span className={css.place}>{index + 1}</span>
            <div>
              <b>{winner.name}</b>
              {winner.rank === ownRank && <span className={css.you}>{t('wait.you')}</span>}
              <p className={css.hash}>{t('wait.ticket', { ticket: winner.number ?? winner.ticketNo })}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
