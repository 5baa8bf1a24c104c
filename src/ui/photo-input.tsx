import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { IMAGES_PER_RECEIPT } from '#contract/limits.ts'
import { useApp } from '#src/app-context.ts'
import type { Photo } from '#src/ports.ts'
import { classNames } from './class-names.ts'
import fieldCss from './field.module.css'
import { FieldError, useTied } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'
import css from './photo-input.module.css'
import { PhotoTile } from './photo-tile.tsx'
import { Spinner } from './spinner.tsx'
import { useReading } from './use-reading.ts'
import { useText } from './use-text.ts'

type PhotoInputProps = {
  readonly photos: readonly Photo[]
  /** Hashes of photos that the server already has. */
  readonly kept: readonly string[]
  readonly onChange: (photos: readonly Photo[], kept: readonly string[]) => void
  /** Told when photos begin to be made ready, and when all are. */
  readonly onPreparing?: (preparing: boolean) => void
  readonly error?: string | undefined
}

/** Photos from the camera or the gallery, made ready on the phone, shown, turned, taken out again. */
export function PhotoInput({ photos, kept, onChange, onPreparing, error }: PhotoInputProps) {
  const app = useApp()
  const { t } = useText()
  const [working, setWorking] = useState(0)
  const [trouble, setTrouble] = useState<string | null>(null)
  const max = IMAGES_PER_RECEIPT.max
  const shown = trouble ?? error
  const { tied, hintId, errorId } = useTied({ hint: true, error: shown })
  const room = max - photos.length - kept.length

  useEffect(() => onPreparing?.(working > 0), [onPreparing, working])

  // A photo takes a slow phone seconds: what the customer does meanwhile counts when it is ready.
  const now = useRef({ photos, kept, onChange })
  now.current = { photos, kept, onChange }

  function change(photos: readonly Photo[], kept = now.current.kept) {
    now.current = { ...now.current, photos, kept }
    now.current.onChange(photos, kept)
  }

  async function prepare(blob: Blob, quarterTurns: number): Promise<Photo | null> {
    setTrouble(null)
    const reply = await app.photos.prepare(blob, quarterTurns)
    if (reply.ok) return reply.photo
    setTrouble(t(`receipt.photo.${reply.reason}`))
    return null
  }

  async function busyWith(work: Promise<void>) {
    setWorking(count => count + 1)
    await work
    setWorking(count => count - 1)
  }

  async function add(files: readonly File[]) {
    for (const file of files.slice(0, room)) {
      const photo = await prepare(file, 0)
      const { photos, kept } = now.current
      if (photo === null || photos.some(one => one.sha256 === photo.sha256)) continue
      if (photos.length + kept.length < max) change([...photos, photo])
    }
  }

  async function rotate(photo: Photo) {
    const turned = await prepare(new Blob([photo.bytes], { type: photo.type }), 1)
    if (turned !== null) change(now.current.photos.map(one => (one === photo ? turned : one)))
  }

  const source = (icon: IconName, label: string, camera: boolean) => (
    <label className={classNames(css.source, camera && css.main)}>
      <Icon name={icon} size={room < max ? 22 : 30} />
      {label}
      <input
        {...(camera ? { ...tied, capture: 'environment' as const } : { 'aria-describedby': hintId })}
        type="file"
        accept="image/*"
        multiple={!camera}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          // The same file must be heard again after it was taken out.
          event.target.value = ''
          void busyWith(add(files))
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
            <KeptPhoto
              key={sha256}
              n={index + 1}
              sha256={sha256}
              onRemove={() =>
                change(
                  photos,
                  kept.filter(one => one !== sha256),
                )
              }
            />
          ))}
          {photos.map((photo, index) => (
            <OwnPhoto
              key={photo.sha256}
              n={kept.length + index + 1}
              photo={photo}
              onRotate={() => void busyWith(rotate(photo))}
              onRemove={() => change(photos.filter(one => one !== photo))}
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
        {working > 0 && (
          <p className={css.preparing}>
            <Spinner size={20} />
            {t('receipt.preparing')}
          </p>
        )}
      </div>
      {shown && <FieldError id={errorId}>{shown}</FieldError>}
      <p className={fieldCss.hint} id={hintId}>
        {t('receipt.photoHint', { max })}
      </p>
    </fieldset>
  )
}

function OwnPhoto({
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

/** A photo that the server has, or the phone still keeps under its hash. */
export function KeptPhoto({
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
  const read = useCallback(
    async (wanted: () => boolean) => {
      const found = await receipts.photo(sha256)
      if (wanted()) setBlob(found)
    },
    [receipts, sha256],
  )
  useReading(read)
  return <PhotoTile n={n} blob={blob} onRemove={onRemove} />
}
