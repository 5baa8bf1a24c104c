import type { ReactNode } from 'react'
import { EmptyCan } from './art/empty-can.tsx'
import css from './empty-state.module.css'

/** Nothing here yet, and what to do about it. */
export function EmptyState({
  title,
  text,
  action,
}: {
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
}) {
  return (
    <div className={css.empty}>
      <EmptyCan />
      <p className={css.title}>{title}</p>
      {text && <p className={css.text}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
