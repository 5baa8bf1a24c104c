import { Alert, Button, Group, Kbd, Stack, Text } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/reading.tsx'
import { Card } from './card.tsx'
import { Counters } from './counters.tsx'
import { Help } from './help.tsx'
import { type Keys, useKeys } from './keys.ts'
import { NumberChoice } from './number-choice.tsx'
import { PhotoViewer, plainView, turned, type View, withNextPhoto, zoomed } from './photo-viewer.tsx'
import { Rejection } from './rejection.tsx'
import classes from './review.module.css'
import { type Item, useReview } from './use-review.ts'

export function Review() {
  const { t } = useTexts()
  const review = useReview()
  const { item } = review
  const [isHelp, setHelp] = useState(false)
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Counters counts={review.counts} />
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            disabled={!review.canUndo || review.isBusy}
            onClick={review.undo}
          >
            {t('review.undo')} <Key name="U" />
          </Button>
          <Button size="xs" variant="default" onClick={() => setHelp(true)}>
            {t('review.help')} <Key name="?" />
          </Button>
        </Group>
      </Group>
      {review.error && <Failure error={review.error} retry={review.again} />}
      {review.isLoading && <Loading />}
      {item && !review.isLost && (
        <Receipt key={`${item.receiptId} ${item.version}`} item={item} review={review} help={setHelp} />
      )}
      {review.isLost && <Lost again={review.again} />}
      {!item && !review.isLoading && !review.isLost && !review.error && (
        <Empty review={review} help={setHelp} />
      )}
      {isHelp && <Help close={() => setHelp(false)} />}
    </Stack>
  )
}

function Key({ name }: { readonly name: string }) {
  return (
    <Kbd ml={6} visibleFrom="sm">
      {name}
    </Kbd>
  )
}

type WithReview = { readonly review: ReturnType<typeof useReview>; readonly help: (open: boolean) => void }

function Empty({ review, help }: WithReview) {
  const { t } = useTexts()
  const { again, undo, canUndo } = review
  useKeys(
    useMemo<Keys>(() => ({ KeyU: canUndo ? undo : null, '?': () => help(true) }), [canUndo, undo, help]),
  )
  return (
    <Alert color="green" role="status">
      <Group justify="space-between">
        <Text>{t('review.empty')}</Text>
        <Button size="xs" variant="default" onClick={again}>
          {t('review.look-again')}
        </Button>
      </Group>
    </Alert>
  )
}

/**
 * Shown if the receipt was assigned to another reviewer. The next receipt is not shown yet, because the person may
 * still be typing a note.
 */
function Lost({ again }: { readonly again: () => void }) {
  const { t } = useTexts()
  return (
    <Alert color="orange" role="alert">
      <Group justify="space-between">
        <Text size="sm">{t('review.lost')}</Text>
        <Button size="xs" variant="default" onClick={again}>
          {t('review.look-again')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Returns the position of the receipt with which this one shares its number; -1 if there is none. */
const indexOfDisputed = ({ sides, disputedWith }: Item): number =>
  sides.findIndex(side => side.receiptId === disputedWith)

function Receipt({ item, review, help }: WithReview & { readonly item: Item }) {
  const { t, language } = useTexts()
  const [dialog, setDialog] = useState<'number' | 'rejection' | null>(null)
  const [pair, setPair] = useState(() => Math.max(1, indexOfDisputed(item)))
  const [views, setViews] = useState<readonly [View, View]>([plainView, plainView])
  const [own] = item.sides
  const other = item.sides[pair] ?? null
  const { decide, skip, undo, canUndo, isBusy } = review
  const isDisputed = item.disputedWith !== null
  const approve = useCallback(
    () => (isDisputed ? setDialog('number') : decide({ kind: 'approved' })),
    [isDisputed, decide],
  )
  useKeys(
    useMemo<Keys>(() => {
      if (isBusy) return {}
      const both = (change: (view: View) => View) => () => setViews(([a, b]) => [change(a), change(b)])
      return {
        KeyA: approve,
        KeyR: () => setDialog('rejection'),
        KeyS: skip,
        KeyU: canUndo ? undo : null,
        '?': () => help(true),
        '+': both(view => zoomed(view, 1.5)),
        Equal: both(view => zoomed(view, 1.5)),
        '-': both(view => zoomed(view, 1 / 1.5)),
        KeyT: () => setViews(([a, b]) => [turned(a), b]),
        KeyP: () => setViews(([a, b]) => [withNextPhoto(a, item.sides[0]?.photos ?? 0), b]),
        KeyO: item.sides.length > 2 ? () => setPair(pair + 1 < item.sides.length ? pair + 1 : 1) : null,
      }
    }, [isBusy, approve, skip, undo, canUndo, help, item, pair]),
  )
  if (!own) return null
  const storeOf = (side: typeof own) => (language === 'en' ? side.storeNameEn : null) ?? side.storeName
  return (
    <div className={classes.layout}>
      <div className={classes.photos}>
        <PhotoViewer
          receiptId={own.receiptId}
          count={own.photos}
          title={t('review.this-receipt')}
          view={views[0]}
          change={view => setViews([view, views[1]])}
        />
        {other && (
          <PhotoViewer
            receiptId={other.receiptId}
            count={other.photos}
            title={`${t('review.other-receipt')} · ${storeOf(other)}`}
            view={views[1]}
            change={view => setViews([views[0], view])}
          />
        )}
      </div>
      <Group grow className={classes.actions ?? ''}>
        <Button color="green" loading={isBusy} onClick={approve}>
          {t('review.approve')} <Key name="A" />
        </Button>
        <Button color="red.9" disabled={isBusy} onClick={() => setDialog('rejection')}>
          {t('review.reject')} <Key name="R" />
        </Button>
        <Button variant="default" disabled={isBusy} onClick={skip}>
          {t('review.skip')} <Key name="S" />
        </Button>
      </Group>
      <div className={classes.card}>
        {isDisputed && (
          <Alert color="orange" title={t('review.disputed')} mb="sm">
            {t('review.disputed.text')}
          </Alert>
        )}
        <Card item={item} other={other} choose={setPair} />
      </div>
      {dialog === 'number' && (
        <NumberChoice
          close={() => setDialog(null)}
          choose={number => {
            setDialog(null)
            decide({ kind: 'approved', number })
          }}
        />
      )}
      {dialog === 'rejection' && (
        <Rejection
          close={() => setDialog(null)}
          reject={(reason, note) => {
            setDialog(null)
            decide({ kind: 'rejected', reason, note })
          }}
        />
      )}
    </div>
  )
}
