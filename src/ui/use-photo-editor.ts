import { useRef, useState } from 'react'
import { IMAGES_PER_RECEIPT } from '#contract/limits.ts'
import { useApp } from '#src/app-context.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import type { Photo } from '#src/ports.ts'
import { useText } from './use-text.ts'

type PhotoLists = {
  readonly photos: readonly Photo[]
  readonly kept: readonly string[]
  readonly onChange: (photos: readonly Photo[], kept: readonly string[]) => void
}

/** Files that some pickers offer although the form accepts only pictures. */
const documentKindOf = ({ type }: Blob): 'pdf' | 'film' | null =>
  type === 'application/pdf' ? 'pdf' : type.startsWith('video/') ? 'film' : null

export function usePhotoEditor(lists: PhotoLists) {
  const app = useApp()
  const { t } = useText(receiptTexts)
  const [working, setWorking] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)

  // Preparing a photo takes seconds on a slow phone, and the customer may add or remove photos in the meantime.
  const latest = useRef(lists)
  latest.current = lists

  function change(photos: readonly Photo[], kept = latest.current.kept) {
    latest.current = { ...latest.current, photos, kept }
    latest.current.onChange(photos, kept)
  }

  async function prepare(blob: Blob, quarterTurns: number): Promise<Photo | null> {
    const kind = documentKindOf(blob)
    if (kind !== null) {
      setError(t(`photo.${kind}`))
      return null
    }
    const reply = await app.photos.prepare(blob, quarterTurns)
    if (reply.ok) return reply.photo
    setError(t(`receipt.photo.${reply.reason}`))
    return null
  }

  async function track(work: () => Promise<void>) {
    setError(null)
    setNote(null)
    setWorking(count => count + 1)
    await work()
    setWorking(count => count - 1)
  }

  async function add(files: readonly File[]) {
    const isFull = () => latest.current.photos.length + latest.current.kept.length >= IMAGES_PER_RECEIPT.max
    let count = 0
    for (const file of files) {
      if (isFull()) return setNote(t('photo.tooMany', { max: IMAGES_PER_RECEIPT.max, count }))
      const photo = await prepare(file, 0)
      const { photos, kept } = latest.current
      if (photo === null) continue
      if ([...kept, ...photos.map(({ sha256 }) => sha256)].includes(photo.sha256)) {
        setNote(t('photo.added'))
        continue
      }
      if (isFull()) continue
      change([...photos, photo])
      count++
    }
  }

  async function rotate(photo: Photo) {
    const rotated = await prepare(new Blob([photo.bytes], { type: photo.type }), 1)
    if (rotated !== null) change(latest.current.photos.map(other => (other === photo ? rotated : other)))
  }

  return {
    preparing: working > 0,
    error,
    note,
    add: (files: readonly File[]) => void track(() => add(files)),
    rotate: (photo: Photo) => void track(() => rotate(photo)),
    remove: (photo: Photo) => change(lists.photos.filter(other => other !== photo)),
    removeStored: (sha256: string) =>
      change(
        lists.photos,
        lists.kept.filter(hash => hash !== sha256),
      ),
  }
}
