import { createLater } from '#src/ui/later.tsx'

/** The picture of a start without a network: decoration, which may stay away. */
export const asleep = createLater(async () => (await import('./asleep.tsx')).Asleep)
