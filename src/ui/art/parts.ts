import { createLazy } from '#src/ui/lazy.tsx'

/** The illustration of the offline start screen. That screen also works if the illustration fails to load. */
export const asleep = createLazy(async () => (await import('./asleep.tsx')).Asleep)

/** The illustration of screens with a single message, for screens that can be shown before it has loaded. */
export const scene = createLazy(async () => (await import('./scene.tsx')).Scene)
