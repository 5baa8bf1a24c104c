import { createLazy } from '#src/ui/lazy.tsx'

/** The offline start screen also works if this illustration fails to load. */
export const asleep = createLazy(async () => (await import('./asleep.tsx')).Asleep)

/** Lazy, because some screens can be shown before the illustration has loaded. */
export const scene = createLazy(async () => (await import('./scene.tsx')).Scene)
