import { useApp } from '#src/app-context.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import type { Photo } from '#src/ports.ts'
import { Notice } from './notice.tsx'
import { usePhotoProblems } from './use-photo-problems.ts'
import { useText } from './use-text.ts'

/**
 * Shows the photos' problems. The customer can still send the photos. `before` is the number of photos shown before
 * these.
 */
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
