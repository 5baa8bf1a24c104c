import { useCallback, useEffect, useMemo, useState } from 'react'
import { IMAGES_PER_RECEIPT } from '#contract/limits.ts'
import { useApp } from '#src/app-context.ts'
import type { Photo } from '#src/ports.ts'
import { classNames } from './class-names.ts'
import fieldCss from './field.module.css'
import { FieldError, useControlProps } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'
import css from './photo-input.module.css'
import { PhotoTile } from './photo-tile.tsx'
import { Spinner } from './spinner.tsx'
import { useLoad } from './use-load.ts'
import { usePhotoEditor } from './use-photo-editor.ts'
import { useText } from './use-text.ts'

type PhotoInputProps = {
  readonly photos: readonly Photo[]
  /** Hashes of photos that the server already has. */
  readonly kept: readonly string[]
  readonly onChange: (photos: readonly Photo[], kept: readonly string[]) => void
  /** Called with true when photo processing starts and with false when all photos are ready. */
  readonly onPreparing?: (preparing: boolean) => void
  readonly error?: string | undefined
}

/**
 * Lets the customer add photos from the camera or the gallery, rotate them and remove them. Photos are resized on the
 * phone.
 */
export function PhotoInput({ photos, kept, onChange, onPreparing, error }: PhotoInputProps) {
  const { t } = useText()
  const max = IMAGES_PER_RECEIPT.max
  const room = max - photos.length - kept.length
  const editor = usePhotoEditor({ photos, kept, onChange })
  const { preparing } = editor
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
          // Otherwise choosing the same file again after removing it would not fire `change`.
          event.target.value = ''
          editor.add(files.slice(0, room))
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
            <StoredPhoto
              key={sha256}
              n={index + 1}
              sha256={sha256}
              onRemove={() => editor.removeStored(sha256)}
            />
          ))}
          {photos.map((photo, index) => (
            <NewPhoto
              key={photo.sha256}
              n={kept.length + index + 1}
              photo={photo}
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
      </div>
      {shownError && <FieldError id={errorId}>{shownError}</FieldError>}
      <p className={fieldCss.hint} id={hintId}>
        {t('receipt.photoHint', { max })}
      </p>
    </fieldset>
  )
}

/** A photo that has not been uploaded yet. */
function NewPhoto({
  photo,
  ...tile
}: {
  photo: Photo
  n: number
  onRotate?: () => void
  onRemove?: () => void
}) {
  const blob = useMemo(() => new Blob([photo.bytes], { type: photo.type }), [photo])
  return <PhotoTile {...tile} blob={blob} />
}

/** A photo that is stored on the server or, under its hash, on the phone. */
export function StoredPhoto({
  sha256,
  n,
  onRemove,
}: {
  readonly sha256: string
  readonly n: number
  readonly onRemove?: () => void
}) {
  const { receipts } = useApp()
  const [blob, setBlob] = useState<Blob | null>(null)
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      const photo = await receipts.photo(sha256)
      if (isCurrent()) setBlob(photo)
    },
    [receipts, sha256],
  )
  useLoad(load)
  return <PhotoTile n={n} blob={blob} onRemove={onRemove} />
}
