import { workerClient } from '#src/platform/worker-client.ts'
import type { Ports } from '#src/ports.ts'
import type { App } from '#src/state/types.ts'
import { serverBuilds, workerBuilds } from './new-build.ts'
import { mountUpdatePrompt } from './update-prompt.tsx'
import { createUpdates } from './updates.ts'

/** Without a service worker, asks the server for newer builds. */
export async function watchBuilds(
  app: App,
  ports: Ports,
  build: string,
  typed: () => boolean,
): Promise<void> {
  const { clock, visibility, local, navigation } = ports
  const source =
    'serviceWorker' in navigator
      ? await workerBuilds('/sw.js', clock)
      : serverBuilds({
          clock,
          visibility,
          local,
          build,
          cached: documentWasCached(),
          reload: navigation.reload,
          fetch: (url, init) => fetch(url, init),
        })
  const updates = createUpdates({ ports, app, source, typed })
  mountUpdatePrompt(app, updates)
  protectOutbox(app)
}

function documentWasCached(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !(visit && visit.transferSize > 0)
}

/** Requests persistent storage and a background sync when the first job is queued. */
function protectOutbox({ outbox }: App): void {
  let waited = false
  outbox.waiting.subscribe(count => {
    const begins = count > 0 && !waited
    waited = count > 0
    if (!begins) return
    const storage = navigator.storage as StorageManager | undefined
    Promise.allSettled([storage?.persist?.(), workerClient.requestSync()]).catch(() => {})
  })
}
