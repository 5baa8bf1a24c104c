import { SYNC_MESSAGE } from '#src/offline/protocol.ts'

/** What the app hears from its service worker, where there is one. The LIFF browser has none. */
export type WorkerClient = {
  /** The worker asks for the queue to be sent. */
  onSync(run: () => void): () => void
}

export const workerClient: WorkerClient = {
  onSync(run) {
    if (!('serviceWorker' in navigator)) return () => {}
    const hear = (event: MessageEvent) => {
      if (event.data?.type === SYNC_MESSAGE) run()
    }
    navigator.serviceWorker.addEventListener('message', hear)
    return () => navigator.serviceWorker.removeEventListener('message', hear)
  },
}
