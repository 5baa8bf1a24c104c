import { loadThai } from '#src/i18n/text.ts'
import { createLazy } from '#src/ui/lazy.tsx'

/** What the landing shows below the key visual: prizes, steps, dates and terms. */
export const more = createLazy(async () => {
  const [{ More }] = await Promise.all([import('./more.tsx'), loadThai()])
  return More
})
