import { type ReactNode, useEffect } from 'react'
import { preventClickRetargeting } from './click-retargeting.ts'
import { LayoutView } from './layout-view.tsx'
import { Lazy } from './lazy.tsx'
import { strip, toastHost } from './overlays.ts'
import { useText } from './use-text.ts'
import { useTheme } from './use-theme.ts'
import { useToastEvents } from './use-toast-events.ts'

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
