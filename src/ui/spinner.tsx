import css from './spinner.module.css'
import { useText } from './use-text.ts'

/** Something is under way. Says nothing by itself: words stand beside it. `size` in CSS pixels. */
export function Spinner({ size = 40 }: { size?: number }) {
  return <span aria-hidden="true" className={css.spinner} style={{ width: size, height: size }} />
}

/** A part of a screen that is not there yet. */
export function Loading() {
  const { t } = useText()
  return (
    <div className={css.loading} role="status">
      <Spinner />
      <span>{t('state.loading')}</span>
    </div>
  )
}
