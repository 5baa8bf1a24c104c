import { createRoot } from 'react-dom/client'
import { AppContext } from '#src/app-context.ts'
import { StartupScreen } from '#src/screens/startup/startup.tsx'
import Stopped from '#src/screens/startup/stopped.tsx'
import { isOnScreen, isStopped } from '#src/startup/phase.ts'
import type { App } from '#src/state/types.ts'
import { OfflineStrip } from '#src/ui/offline-strip.tsx'
import { act } from './act.ts'

/**
 * Renders the offline strip and the screen of the current startup phase, but only during `look`. While time passes,
 * nothing is rendered.
 */
export function startupScreen() {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  return {
    /** Renders the current screen and returns what `read` finds on it. */
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
