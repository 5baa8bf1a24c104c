import type { ReactNode, Ref } from 'react'
import type { Activity } from '#contract/schema/master.ts'
import type { Formats } from '#src/i18n/format.ts'
import type { Translate } from '#src/i18n/keys.ts'
import css from './key-visual.module.css'

type Props = {
  readonly t: Translate
  readonly f: Formats
  readonly stage?: ReactNode
  readonly bar?: ReactNode
  readonly heading?: Ref<HTMLHeadingElement> | undefined
  readonly isHeading?: boolean
  readonly activity: Activity | null
  readonly children?: ReactNode
}

/** Uses no hooks, so that it can be rendered without React. */
export function KeyVisual({ t, f, activity, stage, bar, heading, isHeading = false, children }: Props) {
  const promise =
    activity === null
      ? t('campaign.promiseShort')
      : t('campaign.promise', { baht: f.number(activity.bahtPerRight) })
  const headline = (
    <>
      <span>{t('campaign.headline1')}</span> <span>{t('campaign.headline2')}</span>
    </>
  )
  return (
    <header className={css.visual}>
      {stage}
      {bar}
      <div className={css.words}>
        <p className={css.brand}>{t('campaign.name')}</p>
        {isHeading ? (
          <h1 ref={heading} tabIndex={-1} className={css.headline}>
            {headline}
          </h1>
        ) : (
          <p className={css.headline}>{headline}</p>
        )}
        <p className={css.promise}>{promise}</p>
        <div className={css.left}>{children}</div>
      </div>
    </header>
  )
}
