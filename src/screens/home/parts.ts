import { createLazy } from '#src/ui/lazy.tsx'

export const below = createLazy(async () => (await import('./below.tsx')).Below)

/** Contains half of home's elements, so it loads later. */
export const stage = createLazy(async () => (await import('#src/ui/art/hero-stage.tsx')).HeroStage)
