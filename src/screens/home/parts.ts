import { createLazy } from '#src/ui/lazy.tsx'

export const below = createLazy(async () => (await import('./below.tsx')).Below)

export const stage = createLazy(async () => (await import('#src/ui/art/hero-stage.tsx')).HeroStage)
