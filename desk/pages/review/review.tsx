import { Alert, Button, Group, Kbd, Stack, Text } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { CorrectedFields } from '#contract/schema/receipt.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/reading.tsx'
import { Card } from './card.tsx'
import { Correction } from './correction.tsx'
import { isRefusedCorrection } from './correction-form.ts'
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
      {review.error && !isRefusedCorrection(review.error) && (
        <Failure error={review.error} retry={review.again} />
      )}
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

type Open = 'number' | 'rejection' | 'correction' | null

function Receipt({ item, review, help }: WithReview & { readonly item: Item }) {
  const { t, language } = useTexts()
  const [open, setOpen] = useState<Open>(null)
  const [corrected, setCorrected] = useState<CorrectedFields | null>(null)
  const [pair, setPair] = useState(() => Math.max(1, indexOfDisputed(item)))
  const [views, setViews] = useState<readonly [View, View]>([plainView, plainView])
  const [own] = item.sides
  const other = item.sides[pair] ?? null
  const { decide, isBusy } = review
  const isDisputed = item.disputedWith !== null
  const approve = useCallback(
    (fields: CorrectedFields | null = null) => {
      setCorrected(fields)
      // With a corrected number, the receipt no longer shares the disputed one.
      if (isDisputed && fields?.receiptNo === undefined) setOpen('number')
      else decide({ kind: 'approved', ...(fields && { corrected: fields }) })
    },
    [isDisputed, decide],
  )
  const isCorrecting = open === 'correction' || (open === 'number' && corrected !== null)
  const keys = useMemo<Keys>(() => {
    const both = (change: (view: View) => View) => () => setViews(([a, b]) => [change(a), change(b)])
    return {
      '+': both(view => zoomed(view, 1.5)),
      Equal: both(view => zoomed(view, 1.5)),
      '-': both(view => zoomed(view, 1 / 1.5)),
      KeyT: () => setViews(([a, b]) => [turned(a), b]),
      KeyP: () => setViews(([a, b]) => [withNextPhoto(a, item.sides[0]?.photos ?? 0), b]),
      KeyO: item.sides.length > 2 ? () => setPair(pair + 1 < item.sides.length ? pair + 1 : 1) : null,
    }
  }, [item, pair])
  if (!own) return null
  const storeOf = (side: typeof own) => (language === 'en' ? side.storeNameEn : null) ?? side.storeName
  return (
    <div className={`${classes.layout} ${isCorrecting ? classes.correcting : ''}`}>
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
      <div className={classes.actions}>
        {isCorrecting ? (
          <Correction
            own={own}
            rule={item.rule}
            isBusy={isBusy}
            error={review.error}
            close={() => setOpen(null)}
            approve={approve}
          />
        ) : (
          <Actions review={review} keys={keys} help={help} approve={() => approve()} open={setOpen} />
        )}
      </div>
      <div className={classes.card}>
        {isDisputed && (
          <Alert color="orange" title={t('review.disputed')} mb="sm">
            {t('review.disputed.text')}
          </Alert>
        )}
        <Card item={item} other={other} choose={setPair} />
      </div>
      {open === 'number' && (
        <NumberChoice
          close={() => setOpen(corrected === null ? null : 'correction')}
          choose={number => {
            setOpen(corrected === null ? null : 'correction')
            decide({ kind: 'approved', number, ...(corrected && { corrected }) })
          }}
        />
      )}
      {open === 'rejection' && (
        <Rejection
          close={() => setOpen(null)}
          reject={(reason, note) => {
            setOpen(null)
            decide({ kind: 'rejected', reason, note })
          }}
        />
      )}
    </div>
  )
}

type ActionsProps = WithReview & {
  /** Keys that only change what is shown. */
  readonly keys: Keys
  readonly approve: () => void
  readonly open: (what: Open) => void
}

function Actions({ review, keys, help, approve, open }: ActionsProps) {
  const { t } = useTexts()
  const { skip, undo, canUndo, isBusy } = review
  useKeys(
    useMemo<Keys>(
      () =>
        isBusy
          ? {}
          : {
              ...keys,
              KeyA: approve,
              KeyE: () => open('correction'),
              KeyR: () => open('rejection'),
              KeyS: skip,
              KeyU: canUndo ? undo : null,
              '?': () => help(true),
            },
      [isBusy, keys, approve, skip, undo, canUndo, help, open],
    ),
  )
  return (
    <div className={classes.buttons}>
      <Button color="green" loading={isBusy} onClick={approve}>
        {t('review.approve')} <Key name="A" />
      </Button>
      <Button color="red.9" disabled={isBusy} onClick={() => open('rejection')}>
        {t('review.reject')} <Key name="R" />
      </Button>
      <Button variant="default" disabled={isBusy} onClick={() => open('correction')}>
        {t('review.correct')} <Key name="E" />
      </Button>
      <Button variant="default" disabled={isBusy} onClick={skip}>
        {t('review.skip')} <Key name="S" />
      </Button>
    </div>
  )
}
