import { SYNC_MESSAGE, SYNC_TAG } from '#src/platform/worker-protocol.ts'

/** The app's connection to its service worker. The LIFF browser has none. */
export type WorkerClient = {
  /** Calls `run` when the worker asks the page to send the queue. */
  onSync(run: () => void): () => void
  /**
   * Registers a background sync, which wakes the worker when there is a network. Only Chromium supports it.
   */
  requestSync(): Promise<void>
}

/** Returns null if service workers are missing or access to them is refused. */
function container(): ServiceWorkerContainer | null {
  try {
    return 'serviceWorker' in navigator ? navigator.serviceWorker : null
  } catch {
    return null
  }
}

export const workerClient: WorkerClient = {
  onSync(run) {
    const workers = container()
    if (workers === null) return () => {}
    const hear = (event: MessageEvent) => {
      if (event.data?.type === SYNC_MESSAGE) run()
    }
    workers.addEventListener('message', hear)
    return () => workers.removeEventListener('message', hear)
  },
  async requestSync() {
    // Not `ready`, which never settles if no worker is registered.
    const registration = await container()?.getRegistration()
    if (registration && 'sync' in registration)
      await (registration.sync as { register(tag: string): Promise<void> }).register(SYNC_TAG)
  },
}
