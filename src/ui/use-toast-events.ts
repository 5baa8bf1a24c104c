import { useEffect } from 'react'
import { useApp } from '#src/app-context.ts'
import type { Severity } from '#src/state/types.ts'
import { toastHost } from './overlays.ts'

const severities: readonly unknown[] = ['info', 'success', 'warning', 'error'] satisfies Severity[]

/** Whether an event carries a toast (S3: severity and message text). */
function toastOf(event: Event): { severity: Severity; message: string } | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null
  if (typeof detail !== 'object' || detail === null) return null
  const { severity, message } = detail as { severity?: unknown; message?: unknown }
  if (typeof message !== 'string' || message === '') return null
  return { severity: severities.includes(severity) ? (severity as Severity) : 'info', message }
}

/**
 * Takes the page's own `toast` event (S4): `window.dispatchEvent(new CustomEvent('toast', {detail: {severity, message}}))`.
 * A toast that is earlier than the script of its host fetches that at once, and waits for it.
 */
export function useToastEvents(): void {
  const { toasts } = useApp()
  const some = toasts.list.value.length > 0
  useEffect(() => {
    const onToast = (event: Event) => {
      const toast = toastOf(event)
      if (toast !== null) toasts.show(toast.severity, toast.message)
    }
    window.addEventListener('toast', onToast)
    return () => window.removeEventListener('toast', onToast)
  }, [toasts])
  useEffect(() => {
    // What does not come is asked for again with the other parts.
    if (some) toastHost.load().catch(() => {})
  }, [some])
}
