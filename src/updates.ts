import { serverBuilds, typedSinceMove, workerBuilds } from './platform/new-build.ts'
import type { Ports } from './ports.ts'
import type { App } from './state/types.ts'
import { createUpdates } from './state/updates.ts'
import { mountUpdatePrompt } from './ui/update-prompt.tsx'

/**
 * Watches for newer builds, by the worker where there is one (which this registers), else by asking the server.
 * `entry`: the path of this build's own first script.
 */
export async function watchBuilds(app: App, ports: Ports, entry: string): Promise<void> {
  const { clock, visibility, memo, navigation } = ports
  const source =
    'serviceWorker' in navigator
      ? await workerBuilds('/sw.js', clock)
      : serverBuilds({
          clock,
          visibility,
          memo,
          entry,
          reload: navigation.reload,
          fetch: (url, init) => fetch(url, init),
        })
  const updates = createUpdates({ ports, app, source, typed: typedSinceMove(navigation) })
  mountUpdatePrompt(app, updates)
}
