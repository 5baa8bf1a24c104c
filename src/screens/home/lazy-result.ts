import { createLazy } from '#src/ui/lazy.tsx'

export const result = createLazy(async () => (await import('#src/ui/result/my-result.tsx')).MyResult)
