import type { ReactNode, Ref } from 'react'
import type { Translate } from '#src/i18n/keys.ts'
import css from './key-visual.module.css'

type Props = {
  readonly t: Translate
  readonly stage?: ReactNode
  readonly bar?: ReactNode
  readonly heading?: Ref<HTMLHeadingElement> | undefined
  readonly isHeading?: boolean
  readonly promise: string
  readonly children?: ReactNode
}

/** Uses no hooks, so that it can be rendered without React. */
export function KeyVisual({ t, stage, bar, heading, isHeading = false, promise, children }: Props) {
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
