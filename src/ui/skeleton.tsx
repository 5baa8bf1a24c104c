import css from './skeleton.module.css'
import { useText } from './use-text.ts'

/** The place of something that is being read, after 300 ms. `height` in CSS pixels. */
export function Skeleton({ height, width }: { height: number; width?: number | string }) {
  return <span aria-hidden="true" className={css.skeleton} style={{ height, width }} />
}

/** A list that is being read. */
export function SkeletonList({ rows = 3, height = 104 }: { rows?: number; height?: number }) {
  const { t } = useText()
  return (
    <div className={css.stack} role="status">
      <span className="only-read">{t('state.loading')}</span>
      {Array.from(Array(rows).keys(), place => (
        <Skeleton key={place} height={height} />
      ))}
    </div>
  )
}
