import { useState } from 'react'
import css from './photo-input.module.css'
import { PhotoTile } from './photo-tile.tsx'
import { PhotoViewer } from './photo-viewer.tsx'
import { useStoredPhotos } from './use-photo-blobs.ts'

export function ReceiptPhotos({ images }: { readonly images: readonly string[] }) {
  const loaded = useStoredPhotos(images)
  const [open, setOpen] = useState<Blob | null>(null)
  const blobs = images.flatMap(sha256 => loaded.get(sha256) ?? [])
  return (
    <>
      <ul className={css.photos}>
        {images.map((sha256, index) => (
          <PhotoTile key={sha256} n={index + 1} blob={loaded.get(sha256) ?? null} onOpen={setOpen} />
        ))}
      </ul>
      {open !== null && (
        <PhotoViewer blobs={blobs} start={blobs.indexOf(open)} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
