import css from './skeleton.module.css'

/** A placeholder that becomes visible after 300 ms. `height` is in CSS pixels. */
export function Skeleton({ height, width }: { height: number; width?: number | string }) {
  return <span aria-hidden="true" className={css.skeleton} style={{ height, width }} />
}
