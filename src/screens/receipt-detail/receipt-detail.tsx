import { useCallback, useState } from 'react'
import * as v from 'valibot'
import { useParams } from 'wouter'
import { uuid } from '#contract/schema/common.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { useApp } from '#src/app-context.ts'
import { lastOf } from '#src/domain/last-of.ts'
import { isRefused, type Reply } from '#src/ports.ts'
import { latestValue } from '#src/state/resource.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { NotFoundPage } from '#src/ui/not-found-page.tsx'
import { NotOffered } from '#src/ui/not-offered.tsx'
import { Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoad, useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import { FoundReceipt } from './found-receipt.tsx'

export default function ReceiptDetail() {
  const { receipts } = useApp()
  const { t } = useText()
  const { id = '' } = useParams<{ id?: string }>()
  if (!v.is(uuid, id)) return <NotFoundPage />
  return (
    <Page title={t('receipt.titleView')} back="/receiptHistory">
      {receipts.offered.value ? <Loaded key={id} id={id} /> : <NotOffered />}
    </Page>
  )
}

/** Prefers the history's entry, which is updated with each job. */
function Loaded({ id }: { readonly id: string }) {
  const { receipts, outbox } = useApp()
  const { t } = useText()
  const [reply, setReply] = useState<Reply<Receipt> | null>(null)
  useLoaded(receipts)
  const job = lastOf(outbox.jobs.value, ({ subject }) => subject === id) ?? null
  const isSent = job === null
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      // Reload a receipt that the history does not list when its job has finished.
      if (isSent || receipts.find(id) === null) {
        const found = await receipts.get(id)
        if (isCurrent()) setReply(found)
      }
    },
    [receipts, id, isSent],
  )
  const retry = useLoad(load)

  const listed = latestValue(receipts.history.value)?.find(({ receipt }) => receipt.id === id) ?? null
  const receipt = listed?.receipt ?? (reply?.ok ? reply.value : null)
  // Without a job, version 0 means that the receipt has just arrived and the history is being reloaded.
  if (receipt !== null && (job !== null || receipt.version > 0))
    return <FoundReceipt receipt={receipt} isListed={listed !== null} job={job} />
  if (reply === null || reply.ok) return <SkeletonList />
  const { failure } = reply
  if (isRefused(failure, 'NOT_FOUND'))
    return (
      <EmptyState
        title={t('receipt.notFound')}
        action={
          <ButtonLink kind="secondary" href="/receiptHistory">
            {t('history.title')}
          </ButtonLink>
        }
      />
    )
  return <FailureNotice failure={failure} onRetry={retry} />
}
