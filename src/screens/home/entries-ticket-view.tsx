import { isPending, latestValue } from '#src/state/resource.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/skeleton-view.tsx'
import css from './entries-ticket.module.css'
import type { HomeData } from './home-data.ts'
import type { ViewProps } from './view-props.ts'

type Props = ViewProps & { readonly data: HomeData }

/** The ticket's stub links to the draw or, for a winner, to the confirmation of the prize. */
export function EntriesTicketView({ data, t, f, Link }: Props) {
  const { activity, result, won, reward: resource } = data
  const reward = latestValue(resource)
  const entries = reward?.rights
  const announced =
    activity && result === null && t('home.announce', { date: f.shortDate(activity.announceAt) })
  function note() {
    // Show the date while the entries load. It is the screen's largest text, so it should be painted only once and not
    // move.
    if (!entries) return isPending(resource) ? announced : null
    if (entries.pending > 0) return t('home.entriesPending', { count: f.number(entries.pending) })
    return entries.total === 0 ? t('home.entriesNone') : announced
  }
  const noteText = note()
  return (
    <section className={classNames(css.ticket, won && css.wide)} aria-labelledby="entries">
      <div className={css.main}>
        <h2 id="entries" className={css.title}>
          <Link href="/entries" className={css.open}>
            {t('home.entries')}
            <Icon name="forward" size={16} />
          </Link>
        </h2>
        {entries ? (
          <p className={css.count}>
            <b>{f.number(entries.total)}</b> {t('home.entriesUnit', { count: entries.total })}
          </p>
        ) : isPending(resource) ? (
          <Skeleton height={46} width={110} />
        ) : (
          <p className={css.note}>{t('home.entriesUnknown')}</p>
        )}
        {noteText && <p className={css.note}>{noteText}</p>}
      </div>
      {won ? (
        <Link href="/confirm" className={classNames(css.stub, css.won)}>
          <Icon name="ticket" size={30} />
          <b>{t('home.won')}</b>
          {reward?.luckyDraw.confirmBy && (
            <span>{t('home.wonText', { date: f.shortDate(reward.luckyDraw.confirmBy) })}</span>
          )}
        </Link>
      ) : (
        <Link href={result ?? '/watingAnouncer'} className={css.stub}>
          <Icon name="ticket" size={30} />
          <span>{t(result === null ? 'campaign.mainPrize' : 'home.result')}</span>
        </Link>
      )}
    </section>
  )
}
