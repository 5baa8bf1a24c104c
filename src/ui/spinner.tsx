import css from './spinner.module.css'
import { useText } from './use-text.ts'

/** Hidden from screen readers, so it needs text next to it. `size` is in CSS pixels. */
export function Spinner({ size = 40 }: { size?: number }) {
  return <span aria-hidden="true" className={css.spinner} style={{ width: size, height: size }} />
}

export function Loading() {
  const { t } = useText()
  return (
    <div className={css.loading} role="status">
      <Spinner />
      <span>{t('state.loading')}</span>
    </div>
  )
}
