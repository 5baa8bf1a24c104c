import { SKIP_WAITING_MESSAGE, SYNC_MESSAGE, SYNC_TAG } from '#src/platform/worker-protocol.ts'

/** LINE's in-app browser (LIFF) has no service workers. */
export type WorkerClient = {
  /** Subscribes to the worker's requests to send the queue. */
  onSync(run: () => void): () => void
  /** Wakes the worker when the network returns. Only Chromium supports it. */
  requestSync(): Promise<void>
  /** Activates a newer build's worker. Resolves when that has succeeded or failed. */
  activateWaiting(): Promise<void>
}

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
    // Do not use `ready`, which never settles if no worker is registered.
    const registration = await container()?.getRegistration()
    if (registration && 'sync' in registration)
      await (registration.sync as { register(tag: string): Promise<void> }).register(SYNC_TAG)
  },
  async activateWaiting() {
    const waiting = (await container()?.getRegistration())?.waiting
    if (!waiting) return
    const taken = new Promise<void>(resolve => {
      waiting.addEventListener('statechange', () => {
        if (waiting.state === 'activated' || waiting.state === 'redundant') resolve()
      })
    })
    waiting.postMessage({ type: SKIP_WAITING_MESSAGE })
    await taken
  },
}
