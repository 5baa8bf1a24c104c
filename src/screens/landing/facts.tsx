import type { Activity } from '#contract/schema/master.ts'
import type { Formats } from '#src/i18n/format.ts'
import type { CommonKey, Translate } from '#src/i18n/keys.ts'
import type { factsTexts } from '#src/i18n/th/facts.ts'
import { PictureSpace, type PrizePicture, PrizesView } from '#src/screens/home/prizes-view.tsx'
import css from './facts.module.css'

type Props = {
  readonly t: Translate<CommonKey | keyof typeof factsTexts>
  readonly f: Formats
  readonly activity: Activity | null
  /** Server time in milliseconds. */
  readonly now: number
  /** If omitted, the space for pictures is left empty. */
  readonly Picture?: PrizePicture
}

/** Shows prizes and dates to people who have not joined. Uses no hooks, so that it can be rendered without React. */
export function Facts({ t, f, activity, now, Picture = PictureSpace }: Props) {
  return (
    <>
      <PrizesView t={t} f={f} Picture={Picture} />
      {activity !== null && <Dates t={t} f={f} activity={activity} now={now} />}
    </>
  )
}

/** Omits dates that contradict the campaign's state, which the organiser may change regardless of its dates. */
function Dates({
  t,
  f,
  activity,
  now,
}: Omit<Props, 'activity' | 'Picture'> & { readonly activity: Activity }) {
  const { pendingPlatform, opensAt, closesAt, announceAt, minAge, permitNo } = activity
  const isFuture = (date: string) => Date.parse(date) > now
  const rows = [
    ...(isFuture(opensAt) === pendingPlatform ? [[t('landing.opens'), f.dateTime(opensAt)]] : []),
    ...(isFuture(closesAt) ? [[t('landing.closes'), f.dateTime(closesAt)]] : []),
    ...(isFuture(announceAt) ? [[t('landing.announce'), f.dateTime(announceAt)]] : []),
    [t('landing.age'), t('landing.ageFrom', { age: minAge })],
  ]
  return (
    <section>
      <h2 className={css.title}>{t('landing.dates')}</h2>
      <dl className={css.dates}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {permitNo && <p className={css.permit}>{t('campaign.permit', { permit: permitNo })}</p>}
    </section>
  )
}
