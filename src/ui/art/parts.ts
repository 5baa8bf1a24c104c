import { createLazy } from '#src/ui/lazy.tsx'

/** Lazy, because the offline start screen works without this illustration. */
export const asleep = createLazy(async () => (await import('./asleep.tsx')).Asleep)

/** Lazy, because some screens can be shown before the illustration has loaded. */
export const scene = createLazy(async () => (await import('./scene.tsx')).Scene)
