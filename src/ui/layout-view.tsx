import type { ReactNode } from 'react'
import type { Translate } from '#src/i18n/keys.ts'
import css from './layout.module.css'

type Props = {
  readonly t: Translate
  readonly strip?: ReactNode
  readonly toasts?: ReactNode
  readonly children: ReactNode
}

/** The frame of every screen: a column of at most 768 px (spec S2) with the skip link. */
export function LayoutView({ t, strip, toasts, children }: Props) {
  return (
    <div className={css.ground}>
      <a className={css.skip} href="#main">
        {t('app.skip')}
      </a>
      <div className={css.column}>
        {strip}
        <main id="main" tabIndex={-1} className={css.main}>
          {children}
        </main>
      </div>
      {toasts}
    </div>
  )
}
