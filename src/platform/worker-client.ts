import { SYNC_MESSAGE, SYNC_TAG } from '#src/platform/worker-protocol.ts'

/** What the app hears from its service worker, where there is one. The LIFF browser has none. */
export type WorkerClient = {
  /** The worker asks for the queue to be sent. */
  onSync(run: () => void): () => void
  /** Asks the browser to wake the worker when there is a network. Only Chromium can. */
  requestSync(): Promise<void>
}

/** A page without a worker of its own, and one that may not even look for it, have none. */
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
    // `ready` never settles where no worker is registered.
    const registration = await container()?.getRegistration()
    if (registration && 'sync' in registration)
      await (registration.sync as { register(tag: string): Promise<void> }).register(SYNC_TAG)
  },
}
