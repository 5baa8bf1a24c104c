import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { Icon } from './icon.tsx'
import css from './photo-input.module.css'
import { useObjectUrl } from './use-object-url.ts'
import { useText } from './use-text.ts'

/** `n` is the photo's number, starting at 1. */
export function PhotoTile({
  n,
  blob,
  onOpen,
  onRotate,
  onRemove,
}: {
  readonly n: number
  readonly blob: Blob | null
  readonly onOpen: (blob: Blob) => void
  readonly onRotate?: (() => void) | undefined
  readonly onRemove?: (() => void) | undefined
}) {
  const { t } = useText(receiptTexts)
  const url = useObjectUrl(blob)
  return (
    <li className={css.photo}>
      {url === null || blob === null ? (
        <span className={css.blank}>
          <Icon name="image" size={36} />
        </span>
      ) : (
        <button
          type="button"
          className={css.open}
          aria-label={t('photo.zoom', { n })}
          onClick={() => onOpen(blob)}
        >
          <img src={url} alt={t('receipt.photoOf', { n })} />
          <span className={css.lens}>
            <Icon name="search" size={18} />
          </span>
        </button>
      )}
      {(onRotate || onRemove) && (
        <div className={css.tools}>
          {onRotate && (
            <button type="button" aria-label={t('receipt.rotate', { n })} onClick={onRotate}>
              <Icon name="rotate" />
            </button>
          )}
          {onRemove && (
            <button type="button" aria-label={t('receipt.remove', { n })} onClick={onRemove}>
              <Icon name="trash" />
            </button>
          )}
        </div>
      )}
    </li>
  )
}
