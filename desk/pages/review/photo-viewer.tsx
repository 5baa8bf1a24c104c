import { ActionIcon, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { addressOf } from '../../api/call.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Scroll } from '../../ui/scroll.tsx'
import classes from './photo-viewer.module.css'

/** A `zoom` of 1 fits the frame. `turn` is in degrees. */
export type View = { readonly index: number; readonly zoom: number; readonly turn: number }

export const plainView: View = { index: 0, zoom: 1, turn: 0 }
const ZOOM_MAX = 6

export const zoomed = (view: View, factor: number): View => ({
  ...view,
  zoom: Math.min(ZOOM_MAX, Math.max(1, view.zoom * factor)),
})
export const turned = (view: View): View => ({ ...view, turn: (view.turn + 90) % 360 })
export const withNextPhoto = (view: View, count: number): View =>
  count > 0 ? { ...plainView, index: (view.index + 1) % count } : view

type Props = {
  readonly receiptId: string
  readonly count: number
  readonly title: string
  readonly view: View
  readonly change: (view: View) => void
}

export function PhotoViewer({ receiptId, count, title, view, change }: Props) {
  const { t } = useTexts()
  const [missing, setMissing] = useState<string | null>(null)
  const source = addressOf('photo', { params: { id: receiptId, position: String(view.index) } })
  return (
    <figure className={classes.figure}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600} truncate component="figcaption">
          {title} {count > 1 && `(${view.index + 1}/${count})`}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Tool label={t('review.zoom-in')} sign="+" run={() => change(zoomed(view, 1.5))} />
          <Tool label={t('review.zoom-out')} sign="−" run={() => change(zoomed(view, 1 / 1.5))} />
          <Tool label={t('review.turn')} sign="↻" run={() => change(turned(view))} />
          {count > 1 && (
            <Tool label={t('review.next-photo')} sign="›" run={() => change(withNextPhoto(view, count))} />
          )}
        </Group>
      </Group>
      <Scroll label={title} className={classes.frame ?? ''}>
        {count === 0 || missing === source ? (
          <Text p="md">{t('review.no-photo')}</Text>
        ) : (
          <img
            key={source}
            src={source}
            alt={title}
            className={classes.photo}
            style={{ width: `${view.zoom * 100}%`, transform: `rotate(${view.turn}deg)` }}
            onError={() => setMissing(source)}
          />
        )}
      </Scroll>
    </figure>
  )
}

type ToolProps = { readonly label: string; readonly sign: string; readonly run: () => void }

function Tool({ label, sign, run }: ToolProps) {
  return (
    <ActionIcon variant="default" aria-label={label} title={label} onClick={run}>
      {sign}
    </ActionIcon>
  )
}
