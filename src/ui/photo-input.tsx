import { useEffect, useState } from 'react'
import { IMAGES_PER_RECEIPT } from '#contract/limits.ts'
import type { Photo } from '#src/ports.ts'
import { classNames } from './class-names.ts'
import fieldCss from './field.module.css'
import { FieldError, useControlProps } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'
import css from './photo-input.module.css'
import { PhotoNotes } from './photo-notes.tsx'
import { PhotoTile } from './photo-tile.tsx'
import { PhotoViewer } from './photo-viewer.tsx'
import { Spinner } from './spinner.tsx'
import { blobOf, useStoredPhotos } from './use-photo-blobs.ts'
import { usePhotoEditor } from './use-photo-editor.ts'
import { useText } from './use-text.ts'

type PhotoInputProps = {
  readonly photos: readonly Photo[]
  /** Hashes of the receipt's photos that the server already has. */
  readonly kept: readonly string[]
  readonly onChange: (photos: readonly Photo[], kept: readonly string[]) => void
  /** Called with true when the phone starts to process photos, and with false when all photos are ready. */
  readonly onPreparing?: (preparing: boolean) => void
  readonly error?: string | undefined
  readonly draftId: string
}

export function PhotoInput({ photos, kept, onChange, onPreparing, error, draftId }: PhotoInputProps) {
  const { t } = useText()
  const max = IMAGES_PER_RECEIPT.max
  const room = max - photos.length - kept.length
  const editor = usePhotoEditor({ photos, kept, onChange })
  const { preparing } = editor
  const loaded = useStoredPhotos(kept)
  const [open, setOpen] = useState<Blob | null>(null)
  const blobs = [...kept.flatMap(sha256 => loaded.get(sha256) ?? []), ...photos.map(blobOf)]
  const shownError = editor.error ?? error
  const { control, hintId, errorId } = useControlProps({ hint: true, error: shownError })
  useEffect(() => onPreparing?.(preparing), [onPreparing, preparing])

  const source = (icon: IconName, label: string, camera: boolean) => (
    <label className={classNames(css.source, camera && css.main)}>
      <Icon name={icon} size={room < max ? 22 : 30} />
      {label}
      <input
        {...(camera ? { ...control, capture: 'environment' as const } : { 'aria-describedby': hintId })}
        type="file"
        accept="image/*"
        multiple={!camera}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          // Reset the input; otherwise choosing the same file again after removing it would not fire `change`.
          event.target.value = ''
          editor.add(files)
        }}
      />
    </label>
  )

  return (
    <fieldset className={fieldCss.field}>
      <legend className={fieldCss.label} style={{ marginBottom: 6 }}>
        {t('field.images')}
      </legend>
      {photos.length + kept.length > 0 && (
        <ul className={css.photos}>
          {kept.map((sha256, index) => (
            <PhotoTile
              key={sha256}
              n={index + 1}
              blob={loaded.get(sha256) ?? null}
              onOpen={setOpen}
              onRemove={() => editor.removeStored(sha256)}
            />
          ))}
          {photos.map((photo, index) => (
            <PhotoTile
              key={photo.sha256}
              n={kept.length + index + 1}
              blob={blobOf(photo)}
              onOpen={setOpen}
              onRotate={() => editor.rotate(photo)}
              onRemove={() => editor.remove(photo)}
            />
          ))}
        </ul>
      )}
      {room > 0 && (
        <div className={classNames(css.sources, room < max && css.fewer)}>
          {source('camera', t(room < max ? 'receipt.takeMore' : 'receipt.take'), true)}
          {source('image', t(room < max ? 'receipt.pickMore' : 'receipt.pick'), false)}
        </div>
      )}
      <div role="status">
        {preparing && (
          <p className={css.preparing}>
            <Spinner size={20} />
            {t('receipt.preparing')}
          </p>
        )}
        {editor.note !== null && <p className={fieldCss.hint}>{editor.note}</p>}
      </div>
      <PhotoNotes photos={photos} before={kept.length} draftId={draftId} />
      {shownError && <FieldError id={errorId}>{shownError}</FieldError>}
      <p className={fieldCss.hint} id={hintId}>
        {t('receipt.photoHint', { max })}
      </p>
      {open !== null && (
        <PhotoViewer blobs={blobs} start={blobs.indexOf(open)} onClose={() => setOpen(null)} />
      )}
    </fieldset>
  )
}
