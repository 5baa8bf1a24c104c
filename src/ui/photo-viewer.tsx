import { useEffect, useState } from 'react'
import { MAX_SCALE } from '#src/domain/zoom.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'
import { Icon, type IconName } from './icon.tsx'
import css from './photo-viewer.module.css'
import { useObjectUrl } from './use-object-url.ts'
import { useText } from './use-text.ts'
import { useZoom } from './use-zoom.ts'

/** Zoom factor per press of a button or key, and distance in CSS pixels per press of an arrow key. */
const STEP = 1.5
const ARROW_PX = 60

/** Customers zoom with two fingers, a double tap, buttons or keys, and swipe to other photos. `start` is an index. */
export function PhotoViewer({
  blobs,
  start,
  onClose,
}: {
  readonly blobs: readonly Blob[]
  readonly start: number
  readonly onClose: () => void
}) {
  const { t } = useText(receiptTexts)
  const [index, setIndex] = useState(start)
  const count = blobs.length
  const { zoom, by, move, reset, area } = useZoom(go)
  const url = useObjectUrl(blobs[index] ?? null)

  function go(step: 1 | -1) {
    const next = index + step
    if (next < 0 || next >= count) return
    setIndex(next)
    reset()
  }

  useKeys({
    '+': () => by(STEP),
    '=': () => by(STEP),
    '-': () => by(1 / STEP),
    '0': reset,
    ArrowLeft: () => (zoom.scale > 1 ? move({ x: ARROW_PX, y: 0 }) : go(-1)),
    ArrowRight: () => (zoom.scale > 1 ? move({ x: -ARROW_PX, y: 0 }) : go(1)),
    ArrowUp: () => move({ x: 0, y: ARROW_PX }),
    ArrowDown: () => move({ x: 0, y: -ARROW_PX }),
  })

  const tool = (icon: IconName, label: string, isPossible: boolean, onClick: () => void) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={!isPossible}
      onClick={() => isPossible && onClick()}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <Dialog tall title={t('photo.title', { n: index + 1, count })} onClose={onClose}>
      <div {...area} className={css.area}>
        {url !== null && (
          <img
            src={url}
            alt={t('receipt.photoOf', { n: index + 1 })}
            draggable={false}
            style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          />
        )}
      </div>
      <div className={css.tools}>
        {count > 1 && tool('back', t('photo.previous'), index > 0, () => go(-1))}
        {tool('minus', t('photo.out'), zoom.scale > 1, () => by(1 / STEP))}
        {tool('plus', t('photo.in'), zoom.scale < MAX_SCALE, () => by(STEP))}
        {count > 1 && tool('forward', t('photo.next'), index < count - 1, () => go(1))}
      </div>
      <DialogButtons>
        <Button kind="secondary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function useKeys(keys: Readonly<Record<string, () => void>>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
