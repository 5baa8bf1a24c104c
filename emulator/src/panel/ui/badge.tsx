import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeColor = 'info' | 'teal' | 'accent' | 'violet' | 'warn' | 'danger'

type BadgeProps = {
  /** Default: grey. */
  readonly color: BadgeColor | undefined
  readonly title?: string | undefined
  readonly children: ReactNode
}

export function Badge({ color, title, children }: BadgeProps) {
  const style = color && { background: `var(--${color}-soft)`, color: `var(--${color})` }
  return (
    <span className={styles.badge} title={title} style={style}>
      {children}
    </span>
  )
}
