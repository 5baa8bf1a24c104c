import type { ReactNode, Ref } from 'react'
import { KeyVisual } from '#src/ui/key-visual.tsx'
import css from './hero.module.css'
import type { HomeData } from './home-data.ts'
import type { ViewProps } from './view-props.ts'

type Props = ViewProps & {
  readonly data: HomeData
  readonly heading?: Ref<HTMLHeadingElement> | undefined
  readonly stage?: ReactNode
}

export function HeroView({ data, heading, stage, t, f, Link, Avatar, countdown }: Props) {
  const { name, picture, activity, closesAt } = data
  const bar = (
    <div className={css.bar}>
      <p className={css.hello}>{name ? t('home.hello', { name }) : t('home.helloStranger')}</p>
      <Link href="/profile" className={css.me} aria-label={t('home.profile')}>
        <Avatar url={picture} size={40} />
      </Link>
    </div>
  )
  const promise =
    activity === null
      ? t('campaign.promiseShort')
      : t('campaign.promise', { baht: f.number(activity.bahtPerRight) })
  return (
    <KeyVisual t={t} stage={stage} bar={bar} heading={heading} isHeading promise={promise}>
      {closesAt !== null && (
        <>
          <p>{t('home.closes')}</p>
          {countdown(closesAt)}
        </>
      )}
    </KeyVisual>
  )
}
