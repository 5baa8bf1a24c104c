import type { ReactNode } from 'react'
import { EmptyArt, type EmptyThing } from './art/empty-art.tsx'
import css from './empty-state.module.css'

/** Nothing here yet, and what to do about it. */
export function EmptyState({
  of = 'receipt',
  title,
  text,
  action,
}: {
  /** What there is none of. */
  readonly of?: EmptyThing
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
}) {
  return (
    <div className={css.empty}>
      <EmptyArt of={of} />
      <p className={css.title}>{title}</p>
      {text && <p className={css.text}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
