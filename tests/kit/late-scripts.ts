import { lazyOnce } from '#src/loading/lazy-once.ts'
import { createApi } from '#src/platform/http.ts'

/** Loads the lazy modules in advance, because a virtual clock does not wait until they have loaded. */
export const lateScripts = lazyOnce(loadScripts)

async function loadScripts(): Promise<void> {
  const api = createApi({
    fetch: async () => Response.json(null),
    baseUrl: 'https://late.test',
    token: () => null,
    clock: { now: () => 0, after: () => () => {} },
  })
  await Promise.all([
    api.call('activity'),
    import('#src/storage/check-answer.ts'),
    import('#src/outbox/outbox.ts'),
    import('#src/state/receipt-draft.ts'),
    import('#src/state/receipt-memory.ts'),
    import('#src/state/sign-in-after-end.ts'),
    import('#src/state/master-lists.ts'),
  ])
}
