import { known, pending } from '#src/state/resource.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/skeleton-view.tsx'
import type { HomeData } from './home-data.ts'
import css from './rights-ticket.module.css'
import type { ViewProps } from './view-props.ts'

type Props = ViewProps & { readonly sight: HomeData }

/** The customer's rights on a ticket; its stub says what comes of them. */
export function RightsTicketView({ sight, t, f, Link }: Props) {
  const { activity, reward: resource } = sight
  const reward = known(resource)
  const rights = reward?.rights
  const announced = activity && t('home.announce', { date: f.shortDate(activity.announceAt) })
  function note() {
    // While the rights are on their way, too: the largest text of the screen is painted once, and stays where it is.
    if (!rights) return pending(resource) ? announced : null
    if (rights.pending > 0) return t('home.rightsPending', { count: f.number(rights.pending) })
    return rights.total === 0 ? t('home.rightsNone') : announced
  }
  const said = note()
  const winner = reward?.luckyDraw.state === 'won'
  return (
    <section className={classNames(css.ticket, winner && css.wide)} aria-labelledby="rights">
      <div className={css.main}>
        <h2 id="rights" className={css.title}>
          {t('home.rights')}
        </h2>
        {rights ? (
          <p className={css.count}>
            <b>{f.number(rights.total)}</b> {t('home.rightsUnit')}
          </p>
        ) : pending(resource) ? (
          <Skeleton height={46} width={110} />
        ) : (
          <p className={css.note}>{t('home.rightsUnknown')}</p>
        )}
        {said && <p className={css.note}>{said}</p>}
      </div>
      {winner ? (
        <Link href="/confirm" className={classNames(css.stub, css.won)}>
          <Icon name="ticket" size={30} />
          <b>{t('home.won')}</b>
          {reward.luckyDraw.confirmBy && (
            <span>{t('home.wonText', { date: f.shortDate(reward.luckyDraw.confirmBy) })}</span>
          )}
        </Link>
      ) : (
        <Link href="/watingAnouncer" className={css.stub}>
          <Icon name="ticket" size={30} />
          <span>{t('campaign.prize1')}</span>
        </Link>
      )}
    </section>
  )
}
