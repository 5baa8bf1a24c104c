import { loadThai } from '#src/i18n/text.ts'
import { PictureSpace, type PrizePicture } from '#src/screens/home/prizes-view.tsx'
import { createLazy, Lazy } from '#src/ui/lazy.tsx'

/** What the landing shows below prizes and dates: steps and terms. */
export const more = createLazy(async () => {
  const [{ More }] = await Promise.all([import('./more.tsx'), loadThai()])
  return More
})

/** The pictures of the prizes, which load after the first paint. */
export const picture = createLazy(async () => (await import('#src/ui/art/prizes.tsx')).PrizeDrawing)

/** The picture of a prize, or its space until the drawings have loaded. */
export const LaterPicture: PrizePicture = ({ name }) => (
  <Lazy of={picture} name={name} fallback={<PictureSpace name={name} />} />
)
