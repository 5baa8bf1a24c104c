import { SYNC_MESSAGE } from '#src/platform/worker-protocol.ts'

type Pages = {
  matchAll(options: { readonly type: 'window' }): Promise<
    readonly {
      readonly visibilityState?: string
      postMessage(message: unknown): void
    }[]
  >
}

/** The worker itself sends nothing: a session token stored for it would outlive a sign-out. */
export async function wakeOutbox(clients: Pages): Promise<void> {
  const pages = await clients.matchAll({ type: 'window' })
  const page = pages.find(client => client.visibilityState === 'visible') ?? pages[0]
  page?.postMessage({ type: SYNC_MESSAGE })
}
