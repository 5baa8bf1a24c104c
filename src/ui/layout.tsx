import { type ReactNode, useEffect } from 'react'
import { LaterPart } from './later.tsx'
import css from './layout.module.css'
import { strip, toastHost } from './overlays.ts'
import { steadyPresses } from './steady-press.ts'
import { useText } from './use-text.ts'
import { useTheme } from './use-theme.ts'
import { useToastEvents } from './use-toast-events.ts'

/** What is around every screen: a column of 768 px at most (S2), its background, the offline strip, toasts. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useText()
  useTheme()
  useEffect(() => steadyPresses(document), [])
  useToastEvents()
  return (
    <div className={css.ground}>
      <a className={css.skip} href="#main">
        {t('app.skip')}
      </a>
      <div className={css.column}>
        <LaterPart of={strip} />
        <main id="main" tabIndex={-1} className={css.main}>
          {children}
        </main>
      </div>
      <LaterPart of={toastHost} />
    </div>
  )
}
