import type { ReactNode } from 'react'
import type { Severity } from '#src/state/types.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import css from './notice.module.css'

type NoticeProps = {
  readonly severity: Severity
  readonly title?: string
  readonly children?: ReactNode
  readonly button?:
    | { readonly text: string; readonly icon?: IconName; readonly onClick: () => void }
    | undefined
  /** For links, or for more than one button. */
  readonly action?: ReactNode
  /** True if screen readers should announce the notice when it appears. */
  readonly live?: boolean
}

/** A message that stays on the screen, unlike a toast. */
export function Notice({ severity, title, children, button, action, live = false }: NoticeProps) {
  const role = severity === 'error' ? 'alert' : 'status'
  return (
    <div className={classNames(css.notice, css[severity])} role={live ? role : undefined}>
      <Icon name={severity === 'info' ? 'info' : severity === 'success' ? 'check' : 'warning'} />
      <div>
        {title && <p className={css.title}>{title}</p>}
        {children}
      </div>
      {(button || action) && (
        <div className={css.action}>
          {button && (
            <Button small kind="secondary" icon={button.icon} onClick={button.onClick}>
              {button.text}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}
