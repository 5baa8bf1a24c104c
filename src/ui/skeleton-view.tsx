import css from './skeleton.module.css'

/** The place of something that is being read, after 300 ms. `height` in CSS pixels. */
export function Skeleton({ height, width }: { height: number; width?: number | string }) {
  return <span aria-hidden="true" className={css.skeleton} style={{ height, width }} />
}
