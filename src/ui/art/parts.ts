import { createLazy } from '#src/ui/lazy.tsx'

/** The illustration of the offline start screen. That screen also works if the illustration fails to load. */
export const asleep = createLazy(async () => (await import('./asleep.tsx')).Asleep)
