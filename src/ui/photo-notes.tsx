import { useCallback, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import type { Photo, PhotoProblem } from '#src/ports.ts'
import { Notice } from './notice.tsx'
import { useLoad } from './use-load.ts'
import { blobOf } from './use-photo-blobs.ts'
import { useText } from './use-text.ts'

/** Warns about photos that the customer can still send. `before` is the number of photos shown before these. */
export function PhotoNotes({
  photos,
  before,
  draftId,
}: {
  readonly photos: readonly Photo[]
  readonly before: number
  readonly draftId: string
}) {
  const { receipts } = useApp()
  const { t } = useText(receiptTexts)
  const problems = usePhotoProblems(photos)
  const notes = photos.flatMap(({ sha256 }, index) => {
    const n = before + index + 1
    const problem = problems.get(sha256)
    const used = receipts.photoUsedIn(sha256, draftId)
    return [
      ...(used ? [t('photo.used', { n, number: used.receipt.receiptNo })] : []),
      ...(problem ? [t(`photo.${problem}`, { n })] : []),
    ]
  })
  return notes.map(note => <Notice key={note} live severity="warning" title={note} />)
}

function usePhotoProblems(photos: readonly Photo[]): ReadonlyMap<string, PhotoProblem> {
  const app = useApp()
  const [found, setFound] = useState<ReadonlyMap<string, PhotoProblem | null>>(new Map())
  const unknown = photos.find(({ sha256 }) => !found.has(sha256))
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      if (unknown === undefined) return
      const problem = await app.photos.problem(blobOf(unknown))
      if (isCurrent()) setFound(before => new Map(before).set(unknown.sha256, problem))
    },
    [app, unknown],
  )
  useLoad(load)
  return new Map([...found].flatMap(([hash, problem]) => (problem === null ? [] : [[hash, problem]])))
}
