/** Has the scripts that come after the first paint at hand: on a virtual clock nothing waits for their loading. */
export const lateScripts = (): Promise<unknown> =>
  Promise.all([
    import('#src/offline/answer-check.ts'),
    import('#src/offline/lease.ts'),
    import('#src/offline/outbox.ts'),
    import('#src/platform/refusal.ts'),
    import('#src/state/receipt-draft.ts'),
  ])
