import type { ReactNode } from 'react'
import { EmptyArt, type EmptyThing } from './art/empty-art.tsx'
import css from './empty-state.module.css'

export function EmptyState({
  of = 'receipt',
  title,
  text,
  action,
}: {
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
