import { createLazy } from '#src/ui/lazy.tsx'

/** The part of home below the fold. */
export const below = createLazy(async () => (await import('./below.tsx')).Below)

/** The illustration behind the headline. It contains half of home's elements, so it loads later. */
export const stage = createLazy(async () => (await import('#src/ui/art/hero-stage.tsx')).HeroStage)
