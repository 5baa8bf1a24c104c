import { createLazy } from '#src/ui/lazy.tsx'

/** Only needed after the announcement. */
export const result = createLazy(async () => (await import('#src/ui/result/my-result.tsx')).MyResult)
