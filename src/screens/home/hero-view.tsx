import type { ReactNode, Ref } from 'react'
import css from './hero.module.css'
import type { HomeData } from './home-data.ts'
import type { ViewProps } from './view-props.ts'

type Props = ViewProps & {
  readonly data: HomeData
  readonly heading?: Ref<HTMLHeadingElement> | undefined
  readonly stage?: ReactNode
}

/** The top of home: greeting, headline, the campaign's promise and the countdown to closing. */
export function HeroView({ data, heading, stage, t, f, Link, Avatar, countdown }: Props) {
  const { name, picture, activity } = data
  return (
    <header className={css.hero}>
      {stage}
      <div className={css.bar}>
        <p className={css.hello}>{name ? t('home.hello', { name }) : t('home.helloStranger')}</p>
        <Link href="/profile" className={css.me} aria-label={t('home.profile')}>
          <Avatar url={picture} size={40} />
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
        <div className={css.left}>
          {activity !== null && (
            <>
              <p>{t('home.closes')}</p>
              {countdown(Date.parse(activity.closesAt))}
            </>
          )}
        </div>
      </div>
    </header>
  )
}
