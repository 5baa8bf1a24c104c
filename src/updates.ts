import { serverBuilds, workerBuilds } from './platform/new-build.ts'
import { workerClient } from './platform/worker-client.ts'
import type { Ports } from './ports.ts'
import type { App } from './state/types.ts'
import { createUpdates } from './state/updates.ts'
import { mountUpdatePrompt } from './ui/update-prompt.tsx'

/**
 * Watches for newer builds, by the worker where there is one (which this registers), else by asking the server.
 * `entry`: the path of this build's own first script. `typed`: whether something was typed since the last change of
 * route.
 */
export async function watchBuilds(
  app: App,
  ports: Ports,
  entry: string,
  typed: () => boolean,
): Promise<void> {
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
  const updates = createUpdates({ ports, app, source, typed })
  mountUpdatePrompt(app, updates)
  guardQueue(app)
}

/** When something begins to wait: the browser is asked to keep the phone's store, and to say when there is a network. */
function guardQueue({ outbox }: App): void {
  let waited = false
  outbox.waiting.subscribe(count => {
    const begins = count > 0 && !waited
    waited = count > 0
    if (!begins) return
    const storage = navigator.storage as StorageManager | undefined
    Promise.allSettled([storage?.persist?.(), workerClient.wakeLater()]).catch(() => {})
  })
}
