import { createLazy } from '#src/ui/lazy.tsx'

/** The illustration of the offline start screen. The screen also works if it fails to load. */
export const asleep = createLazy(async () => (await import('./asleep.tsx')).Asleep)
