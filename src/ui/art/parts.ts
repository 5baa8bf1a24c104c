import { createLazy } from '#src/ui/lazy.tsx'

/** Lazy, because some screens can be shown before the illustration has loaded. */
export const scene = createLazy(async () => (await import('./scene.tsx')).Scene)
