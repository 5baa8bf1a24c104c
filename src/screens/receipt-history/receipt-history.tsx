import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { isPending, latestValue } from '#src/state/resource.ts'
import type { ReceiptEntry } from '#src/state/types.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Choices } from '#src/ui/choice.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FailureNotice, failureText } from '#src/ui/failure.tsx'
import { CardList, Page } from '#src/ui/page.tsx'
import { ReceiptCard } from '#src/ui/receipt-card.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './receipt-history.module.css'

export default function ReceiptHistory() {
  const { receipts, campaign, toasts } = useApp()
  const { t, f } = useText()
  const [filter, setFilter] = useState<Filter>('all')
  const [busy, during] = useBusy()
  useLoaded(receipts)

  const resource = receipts.history.value
  const entries = latestValue(resource)
  const shown = filterEntries(entries ?? [], filter)
  const open = campaign.state.value !== 'ended'

  async function more() {
    const failure = await during(receipts.loadMore())
    if (failure !== null) toasts.show('error', failureText(t, failure))
  }

  const names: Record<Filter, string> = {
    all: t('history.all'),
    queued: t('status.queued'),
    pending: t('status.pending'),
    approved: t('status.approvedShort'),
    rejected: t('status.rejected'),
  }
  const send = open && (
    <ButtonLink href="/receipt" icon="camera">
      {t('home.send')}
    </ButtonLink>
  )
  return (
    <Page title={t('history.title')}>
      {entries !== null && entries.length > 0 && (
        <Choices
          quiet
          legend={t('history.filter')}
          value={filter}
          onChange={value => setFilter(value as Filter)}
          options={filters.map(value => ({ value, label: names[value] }))}
        />
      )}
      {resource.state === 'failed' && (
        <FailureNotice
          failure={resource.failure}
          title={resource.at === null ? undefined : t('history.asOf', { time: f.dateTime(resource.at) })}
          onRetry={() => void receipts.load()}
        />
      )}
      {isPending(resource) && <SkeletonList />}
      {entries !== null && entries.length === 0 && <EmptyState title={t('history.empty')} action={send} />}
      {entries !== null && entries.length > 0 && shown.length === 0 && (
        <EmptyState title={t('history.emptyFilter')} />
      )}
      {shown.length > 0 && (
        <CardList>
          {shown.map(entry => (
            <li key={entry.receipt.id}>
              <ReceiptCard entry={entry} />
            </li>
          ))}
        </CardList>
      )}
      {receipts.hasMore.value && (
        <Button kind="secondary" busy={busy} onClick={() => void more()}>
          {t('history.more')}
        </Button>
      )}
      {shown.length > 0 && open && <div className={css.send}>{send}</div>}
    </Page>
  )
}

const filters = ['all', 'queued', 'pending', 'approved', 'rejected'] as const
type Filter = (typeof filters)[number]

/** Filters the entries. Those with a queued or refused job come first; the order is otherwise kept. */
function filterEntries(entries: readonly ReceiptEntry[], filter: Filter): readonly ReceiptEntry[] {
  const fitting = entries.filter(({ receipt, queued }) => {
    if (filter === 'all') return true
    if (filter === 'queued') return queued !== null
    return queued === null && receipt.status === filter
  })
  return [
    ...fitting.filter(({ queued }) => queued !== null),
    ...fitting.filter(({ queued }) => queued === null),
  ]
}
