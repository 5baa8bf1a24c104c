import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useApp } from '#src/app-context.ts'
import type { Severity } from '#src/state/types.ts'
import { preventClickRetargeting } from './click-retargeting.ts'
import { LayoutView } from './layout-view.tsx'
import { Lazy } from './lazy.tsx'
import { strip, toastHost } from './overlays.ts'
import { putTheme } from './theme.ts'
import { useText } from './use-text.ts'

export function Layout({ children }: { children: ReactNode }) {
  const { t } = useText()
  useTheme()
  useEffect(() => preventClickRetargeting(document), [])
  useToastEvents()
  return (
    <LayoutView t={t} strip={<Lazy of={strip} />} toasts={<Lazy of={toastHost} />}>
      {children}
    </LayoutView>
  )
}

function useTheme(): void {
  const { settings } = useApp()
  const dark = settings.dark.value
  const lang = settings.lang.value
  useLayoutEffect(() => putTheme(dark, lang), [dark, lang])
}

const severities: readonly unknown[] = ['info', 'success', 'warning', 'error'] satisfies Severity[]

/** Parses the event's toast (spec S3: severity and message), or returns null. */
function toastOf(event: Event): { severity: Severity; message: string } | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null
  if (typeof detail !== 'object' || detail === null) return null
  const { severity, message } = detail as { severity?: unknown; message?: unknown }
  if (typeof message !== 'string' || message === '') return null
  return { severity: severities.includes(severity) ? (severity as Severity) : 'info', message }
}

/** `window.dispatchEvent(new CustomEvent('toast', {detail: {severity, message}}))` shows a toast (spec S4). */
function useToastEvents(): void {
  const { toasts } = useApp()
  const hasToasts = toasts.list.value.length > 0
  useEffect(() => {
    const onToast = (event: Event) => {
      const toast = toastOf(event)
      if (toast !== null) toasts.show(toast.severity, toast.message)
    }
    window.addEventListener('toast', onToast)
    return () => window.removeEventListener('toast', onToast)
  }, [toasts])
  useEffect(() => {
    // Ignore failures, because the startup code retries loading the toast host.
    if (hasToasts) toastHost.load().catch(() => {})
  }, [hasToasts])
}
