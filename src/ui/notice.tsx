import type { ReactNode } from 'react'
import type { Severity } from '#src/state/types.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import css from './notice.module.css'

type NoticeProps = {
  readonly severity: Severity
  readonly title?: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** True if screen readers should announce the notice when it appears. */
  readonly live?: boolean
}

/** A message that stays on the screen, unlike a toast. */
export function Notice({ severity, title, children, action, live = false }: NoticeProps) {
  const role = severity === 'error' ? 'alert' : 'status'
  return (
    <div className={classNames(css.notice, css[severity])} role={live ? role : undefined}>
      <Icon name={severity === 'info' ? 'info' : severity === 'success' ? 'check' : 'warning'} />
      <div>
        {title && <p className={css.title}>{title}</p>}
        {children}
      </div>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
