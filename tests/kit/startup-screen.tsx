import { createRoot } from 'react-dom/client'
import { AppContext } from '#src/app-context.ts'
import { StartupScreen } from '#src/screens/startup/startup.tsx'
import Stopped from '#src/screens/startup/stopped.tsx'
import { isOnScreen, isStopped } from '#src/startup/phase.ts'
import type { App } from '#src/state/types.ts'
import { OfflineStrip } from '#src/ui/offline-strip.tsx'
import { act } from './act.ts'

/** Renders the strip and the screen of startup's phase for a moment, and nothing while time passes. */
export function startupScreen() {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  return {
    /** Returns what `read` finds on the screen of this moment. */
    async look<T>(app: App, read: (element: HTMLElement) => T): Promise<T> {
      const phase = app.session.phase.peek()
      await act(() =>
        root.render(
          <AppContext value={app}>
            <OfflineStrip />
            {isStopped(phase) ? <Stopped /> : isOnScreen(phase) ? null : <StartupScreen phase={phase} />}
          </AppContext>,
        ),
      )
      const seen = read(container)
      await act(() => root.render(null))
      return seen
    },
    async end() {
      await act(() => root.unmount())
      container.remove()
    },
  }
}
