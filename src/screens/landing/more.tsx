import { useApp } from '#src/app-context.ts'
import { landingTexts } from '#src/i18n/th/landing.ts'
import { LegalLinks } from '#src/screens/home/legal-links.tsx'
import { Prizes } from '#src/screens/home/prizes.tsx'
import { Steps } from '#src/screens/home/steps.tsx'
import { latestValue } from '#src/state/resource.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './more.module.css'

/** Prizes, steps, dates and terms, for people who have not joined yet. */
export function More() {
  return (
    <>
      <Prizes />
      <Steps />
      <Dates />
      <LegalLinks />
    </>
  )
}

/**
 * The campaign's dates and the minimum age. Renders nothing until they are known. A date that does not fit the
 * campaign's state is left out: the organiser may open and close the campaign regardless of its dates.
 */
function Dates() {
  const { campaign } = useApp()
  const { t, f } = useText(landingTexts)
  const activity = latestValue(campaign.current.value)
  if (activity === null) return null
  const { pendingPlatform, opensAt, closesAt, announceAt, minAge, permitNo } = activity
  const now = campaign.serverNow()
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
