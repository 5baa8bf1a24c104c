import { type ReactNode, useEffect } from 'react'
import { steadyPresses } from './click-retargeting.ts'
import { LaterPart } from './later.tsx'
import { LayoutView } from './layout-view.tsx'
import { strip, toastHost } from './overlays.ts'
import { useText } from './use-text.ts'
import { useTheme } from './use-theme.ts'
import { useToastEvents } from './use-toast-events.ts'

/** The layout around every screen, with the offline strip, toasts, and the customer's theme. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useText()
  useTheme()
  useEffect(() => steadyPresses(document), [])
  useToastEvents()
  return (
    <LayoutView t={t} strip={<LaterPart of={strip} />} toasts={<LaterPart of={toastHost} />}>
      {children}
    </LayoutView>
  )
}
