import { useCallback, useEffect, useRef } from 'react'
import { useApp } from '#src/app-context.ts'
import type { Severity, Toast } from '#src/state/types.ts'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import css from './toast-host.module.css'
import { useText } from './use-text.ts'

const icons = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
} as const satisfies Record<Severity, IconName>

export function ToastHost() {
  const { toasts } = useApp()
  const { t } = useText()
  const host = useRef<HTMLElement>(null)
  const raise = useCallback(() => bringToTop(host.current), [])
  useEffect(raise, [raise])
  return (
    <section
      ref={host}
      popover="manual"
      className={css.host}
      aria-label={t('toast.region')}
      aria-live="polite"
      aria-relevant="additions"
    >
      {toasts.list.value.map(toast => (
        <ToastCard key={toast.id} toast={toast} onShown={raise} />
      ))}
    </section>
  )
}

/** In older WebViews without popover support, toasts stay below open dialogs. */
function bringToTop(host: HTMLElement | null) {
  if (host === null || typeof host.showPopover !== 'function') return
  if (host.matches(':popover-open')) host.hidePopover()
  host.showPopover()
}

function ToastCard({ toast, onShown }: { toast: Toast; onShown: () => void }) {
  const { toasts } = useApp()
  const { t } = useText()
  const held = useRef({ pointer: false, focus: false })
  const hold = (by: Partial<typeof held.current>) => () => {
    Object.assign(held.current, by)
    if (held.current.pointer || held.current.focus) toasts.pause(toast.id)
    else toasts.resume(toast.id)
  }
  useEffect(onShown, [onShown])
  // The timer starts only when the toast is visible.
  useEffect(() => toasts.resume(toast.id), [toasts, toast.id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause the timer.
    <div
      className={classNames(css.toast, css[toast.severity])}
      role={toast.severity === 'error' ? 'alert' : undefined}
      onPointerEnter={hold({ pointer: true })}
      onPointerLeave={hold({ pointer: false })}
      onFocus={hold({ focus: true })}
      onBlur={hold({ focus: false })}
    >
      <Icon name={icons[toast.severity]} />
      <p className={css.text}>{toast.text}</p>
      <button
        type="button"
        className={css.close}
        aria-label={t('toast.close')}
        onClick={() => toasts.close(toast.id)}
      >
        <Icon name="cross" size={20} />
      </button>
    </div>
  )
}
