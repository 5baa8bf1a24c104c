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

/** Whether an event carries a toast (S3: severity and message text). */
function toastOf(event: Event): { severity: Severity; message: string } | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null
  if (typeof detail !== 'object' || detail === null) return null
  const { severity, message } = detail as { severity?: unknown; message?: unknown }
  if (typeof message !== 'string' || message === '') return null
  return {
    severity: (Object.keys(icons).find(name => name === severity) as Severity | undefined) ?? 'info',
    message,
  }
}

/**
 * Toasts, top right, over everything. They come from the toasts model and from the page's own `toast` event (S4):
 * `window.dispatchEvent(new CustomEvent('toast', {detail: {severity, message}}))`.
 */
export function ToastHost() {
  const { toasts } = useApp()
  const { t } = useText()
  useEffect(() => {
    const onToast = (event: Event) => {
      const toast = toastOf(event)
      if (toast !== null) toasts.show(toast.severity, toast.message)
    }
    window.addEventListener('toast', onToast)
    return () => window.removeEventListener('toast', onToast)
  }, [toasts])
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

/** A modal dialog covers everything but the top layer; older WebViews have no popovers and stay below it. */
function bringToTop(host: HTMLElement | null) {
  if (host === null || typeof host.showPopover !== 'function') return
  if (host.matches(':popover-open')) host.hidePopover()
  host.showPopover()
}

function ToastCard({ toast, onShown }: { toast: Toast; onShown: () => void }) {
  const { toasts } = useApp()
  const { t } = useText()
  const pause = () => toasts.pause(toast.id)
  const resume = () => toasts.resume(toast.id)
  useEffect(onShown, [onShown])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only holds the clock; nothing is pressed here.
    <div
      className={classNames(css.toast, css[toast.severity])}
      role={toast.severity === 'error' ? 'alert' : undefined}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
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
