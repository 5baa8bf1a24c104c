import css from './skeleton.module.css'
import { Skeleton } from './skeleton-view.tsx'
import { useText } from './use-text.ts'

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
