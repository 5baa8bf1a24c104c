import { createLater } from '#src/ui/later.tsx'

/** Home below its first sight. */
export const below = createLater(async () => (await import('./below.tsx')).Below)

/** The stage behind its headline: decoration, and half of all elements on it. */
export const stage = createLater(async () => (await import('#src/ui/art/hero-stage.tsx')).HeroStage)
