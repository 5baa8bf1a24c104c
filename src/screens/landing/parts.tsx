import { loadThai } from '#src/i18n/text.ts'
import { PictureSpace, type PrizePicture } from '#src/screens/home/prizes-view.tsx'
import { createLazy, Lazy } from '#src/ui/lazy.tsx'

export const more = createLazy(async () => {
  const [{ More }] = await Promise.all([import('./more.tsx'), loadThai()])
  return More
})

export const picture = createLazy(async () => (await import('#src/ui/art/prizes.tsx')).PrizeDrawing)

export const LaterPicture: PrizePicture = ({ name }) => (
  <Lazy of={picture} name={name} fallback={<PictureSpace name={name} />} />
)
