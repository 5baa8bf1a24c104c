import { Link } from 'wouter'
import { useApp } from '#src/app-context.ts'
import { known } from '#src/state/resource.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { LaterPart } from '#src/ui/later.tsx'
import { useScreen } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './hero.module.css'
import { stage } from './parts.ts'

/** The campaign's promise on its stage, with the time that is left. */
export function Hero() {
  const { session, customer, campaign } = useApp()
  const { t, f } = useText()
  const heading = useScreen(t('home.title'))
  const profile = session.profile.value
  const customerNow = known(customer.current.value)
  const activity = known(campaign.current.value)
  const name = customerNow?.firstName ?? profile?.displayName
  return (
    <header className={css.hero}>
      <LaterPart of={stage} />
      <div className={css.bar}>
        <p className={css.hello}>{name ? t('home.hello', { name }) : t('home.helloStranger')}</p>
        <Link href="/profile" className={css.me} aria-label={t('home.profile')}>
          <Avatar url={profile?.pictureUrl ?? customerNow?.linePictureUrl ?? null} size={40} />
        </Link>
      </div>
      <div className={css.words}>
        <p className={css.brand}>{t('campaign.name')}</p>
        <h1 ref={heading} tabIndex={-1} className={css.headline}>
          <span>{t('campaign.headline1')}</span> <span>{t('campaign.headline2')}</span>
        </h1>
        <p className={css.promise}>
          {activity === null
            ? t('campaign.promiseShort')
            : t('campaign.promise', { baht: f.number(activity.bahtPerRight) })}
        </p>
        {activity !== null && (
          <div className={css.left}>
            <p>{t('home.closes')}</p>
            <Countdown until={Date.parse(activity.closesAt)} />
          </div>
        )}
      </div>
    </header>
  )
}
