import { createLater } from '#src/ui/later.tsx'

/** Home below its first sight. */
export const below = createLater(async () => (await import('./below.tsx')).Below)
