import { createLazy } from '#src/ui/lazy.tsx'

/** The customer's result of the draw. Only needed after the announcement. */
export const result = createLazy(async () => (await import('#src/ui/result/my-result.tsx')).MyResult)
