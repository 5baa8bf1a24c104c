import { SYNC_MESSAGE } from '#src/platform/worker-protocol.ts'

/** The pages of the app that are open, as a worker knows them. */
type Pages = {
  matchAll(options: { readonly type: 'window' }): Promise<
    readonly {
      readonly visibilityState?: string
      postMessage(message: unknown): void
    }[]
  >
}

/**
 * Wakes one page of the app to send its queue. The worker sends nothing itself: it has no session, and a stored
 * token would outlive a sign-out.
 */
export async function wakeOutbox(clients: Pages): Promise<void> {
  const pages = await clients.matchAll({ type: 'window' })
  const page = pages.find(client => client.visibilityState === 'visible') ?? pages[0]
  page?.postMessage({ type: SYNC_MESSAGE })
}
