import { Link } from 'wouter'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { latestValue } from '#src/state/resource.ts'
import { TicketPrize } from '#src/ui/art/prizes.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Icon } from '#src/ui/icon.tsx'
import resultCss from '#src/ui/result/result.module.css'
import { useText } from '#src/ui/use-text.ts'
import css from './waiting-announcer.module.css'

/** `at` is in milliseconds since 1970. */
export function Announcement({
  at,
  entries,
  onEnd,
}: {
  readonly at: number
  readonly entries: number | null
  readonly onEnd: () => void
}) {
  const { campaign, rewards } = useApp()
  const { t, f } = useText(rewardTexts)
  const ownEntries = latestValue(rewards.current.value)?.rights.total ?? 0
  return (
    <section className={resultCss.stage}>
      <TicketPrize />
      <p className={resultCss.title}>{t('wait.when', { date: f.date(at), time: f.time(at) })}</p>
      {campaign.serverNow() < at ? (
        <>
          <p>{t('wait.countdown')}</p>
          <Countdown large until={at} onEnd={onEnd} />
        </>
      ) : (
        <p role="status">{t('wait.soon')}</p>
      )}
      {ownEntries > 0 && (
        <Link href="/entries" className={css.mine}>
          {t('wait.mine', { count: f.number(ownEntries) })} · {t('wait.good')}
          <Icon name="forward" size={16} />
        </Link>
      )}
      {entries !== null && <p>{t('wait.entries', { count: f.number(entries) })}</p>}
    </section>
  )
}
