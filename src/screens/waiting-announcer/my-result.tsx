import type { ReactNode } from 'react'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { latestValue } from '#src/state/resource.ts'
import { Confetti } from '#src/ui/art/confetti.tsx'
import { TicketPrize } from '#src/ui/art/prizes.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { Card } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './waiting-announcer.module.css'

/** Shows the customer's result of the draw. Renders nothing before the announcement. */
export function MyResult() {
  const { rewards } = useApp()
  const { t, f } = useText(rewardTexts)
  const draw = latestValue(rewards.current.value)?.luckyDraw
  switch (draw?.state) {
    case 'won':
      return (
        <section className={css.stage}>
          <Confetti />
          <TicketPrize />
          <h2 className={css.when}>{t('home.won')}</h2>
          {draw.confirmBy && <p>{t('home.wonText', { date: f.dateTime(draw.confirmBy) })}</p>}
          <ButtonLink kind="secondary" href="/confirm" icon="check">
            {t('confirm.attend')}
          </ButtonLink>
        </section>
      )
    case 'confirmed':
      return (
        <Result title={t('confirm.confirmed')}>
          <ButtonLink kind="secondary" href="/confirm" icon="ticket">
            {t('confirm.seat')}
          </ButtonLink>
        </Result>
      )
    case 'reserve':
      return <Result title={t('confirm.reserve')}>{<p>{t('confirm.reserveText')}</p>}</Result>
    case 'declined':
      return <Result title={t('wait.declined')} />
    case 'expired':
      return <Result title={t('confirm.late')}>{<p>{t('confirm.lateText')}</p>}</Result>
    case 'lost':
      return <Result title={t('wait.lost')}>{<p>{t('wait.lostText')}</p>}</Result>
    default:
      return null
  }
}

function Result({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const { t } = useText(rewardTexts)
  return (
    <Card className={css.result}>
      <p className={css.quiet}>{t('wait.result')}</p>
      <h2>{title}</h2>
      {children}
    </Card>
  )
}
