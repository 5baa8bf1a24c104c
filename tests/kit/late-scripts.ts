import { createApi } from '#src/platform/http.ts'

/** Loads the lazily loaded scripts in advance, because a virtual clock does not wait for their loading. */
export async function lateScripts(): Promise<void> {
  const api = createApi({
    fetch: async () => Response.json(null),
    baseUrl: 'https://late.test',
    token: () => null,
    clock: { now: () => 0, after: () => () => {} },
  })
  await Promise.all([
    api.call('question'),
    import('#src/storage/check-answer.ts'),
    import('#src/storage/lease.ts'),
    import('#src/state/receipt-draft.ts'),
  ])
}
