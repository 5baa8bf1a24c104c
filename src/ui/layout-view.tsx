import type { ReactNode } from 'react'
import type { Translate } from '#src/i18n/keys.ts'
import css from './layout.module.css'

type Props = {
  readonly t: Translate
  /** Above the screen. */
  readonly strip?: ReactNode
  /** Over it. */
  readonly toasts?: ReactNode
  readonly children: ReactNode
}

/** What is around every screen: a column of 768 px at most (S2) on its background. */
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
